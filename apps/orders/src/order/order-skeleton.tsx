import { Skeleton, Stack } from '@portal/theme';

/** Stands where an order will: progress, summary, log. */
export const OrderSkeleton = () => (
  <Stack spacing={3} aria-hidden>
    <Skeleton variant="rounded" height={150} />
    <Skeleton variant="rounded" height={220} />
    <Skeleton variant="rounded" height={320} />
  </Stack>
);
