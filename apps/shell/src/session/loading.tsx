import { FULL_HEIGHT, Typography } from '@portal/theme';
import { Main } from '../page/main';

/** Shown while the auth check runs; its text is specified. */
export const Loading = () => (
  <Main sx={{ minHeight: FULL_HEIGHT, display: 'grid', placeItems: 'center' }}>
    <Typography role="status" color="textSecondary">
      Loading...
    </Typography>
  </Main>
);
