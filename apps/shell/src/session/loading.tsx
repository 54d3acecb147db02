import { Stack, Typography } from '@portal/theme';

/** Shown while the auth check runs; its text is specified. */
export const Loading = () => (
  <Stack component="main" sx={{ minHeight: '100vh', alignItems: 'center', justifyContent: 'center' }}>
    <Typography role="status" color="textSecondary">
      Loading...
    </Typography>
  </Stack>
);
