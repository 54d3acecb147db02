import { Skeleton, Stack } from '@portal/theme';

const ROWS = 6;

/** Stands where the orders will. */
export const ListSkeleton = () => (
  <Stack spacing={2} aria-hidden>
    {Array.from({ length: ROWS }, (_, row) => (
      <Skeleton key={row} variant="rounded" sx={{ height: { xs: 180, md: 60 } }} />
    ))}
  </Stack>
);
