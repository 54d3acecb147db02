import { Link, Typography } from '@portal/theme';
import { Link as RouterLink, useLocation } from 'react-router-dom';

/** A path of another remote: where a link or a redirect out of this one has led. */
export const NotMine = () => (
  <>
    <Typography variant="h1">Another remote’s screen</Typography>
    <Typography sx={{ my: 2 }}>
      In the portal, the remote that owns <code>{useLocation().pathname}</code> would be shown here.
    </Typography>
    <Link component={RouterLink} to="/">
      Back to this remote
    </Link>
  </>
);
