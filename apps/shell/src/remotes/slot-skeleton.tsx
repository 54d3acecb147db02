import { Box, Skeleton, Stack, visuallyHidden } from '@portal/theme';

/** Stands where a remote's screen will stand while its code is on its way. */
export const SlotSkeleton = () => (
  <Stack spacing={2} aria-busy="true">
    <Box role="status" sx={visuallyHidden}>
      Loading…
    </Box>
    <Skeleton variant="rounded" width="min(18rem, 60%)" height={36} />
    <Skeleton variant="rounded" height={120} />
    <Skeleton variant="rounded" height={240} />
  </Stack>
);
