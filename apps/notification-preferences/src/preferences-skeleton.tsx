import { Box, Card, Skeleton, Stack, visuallyHidden } from '@portal/theme';

/** Stands where the two checkboxes and the button will. */
export const PreferencesSkeleton = () => (
  <Card aria-busy="true" sx={{ p: { xs: 2, sm: 3 } }}>
    <Box role="status" sx={visuallyHidden}>
      Loading…
    </Box>
    <Stack spacing={3}>
      <Stack spacing={1}>
        <Skeleton width="70%" />
        <Skeleton variant="rounded" height={52} />
        <Skeleton variant="rounded" height={52} />
      </Stack>
      <Skeleton variant="rounded" width={168} height={44} />
    </Stack>
  </Card>
);
