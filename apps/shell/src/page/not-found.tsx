import { mdiMapMarkerQuestionOutline } from '@mdi/js';
import { Button, Card, Icon, Stack, Typography } from '@portal/theme';
import { Link } from 'react-router-dom';
import { PageTitle } from './page-title';

/** A route that nobody owns. */
export const NotFound = () => (
  <Card sx={{ p: { xs: 3, sm: 5 } }}>
    <PageTitle title="Page not found" />
    <Stack spacing={2} sx={{ alignItems: 'center', textAlign: 'center' }}>
      <Icon path={mdiMapMarkerQuestionOutline} color="action" sx={{ fontSize: 48 }} />
      <Typography component="h1" variant="h2">
        Page not found
      </Typography>
      <Typography color="textSecondary">
        There is nothing at this address. It may have been mistyped.
      </Typography>
      <Button variant="contained" component={Link} to="/service-orders">
        All Service Orders
      </Button>
    </Stack>
  </Card>
);
