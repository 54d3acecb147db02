import { mdiMapMarkerQuestionOutline } from '@mdi/js';
import { Button, StateMessage } from '@portal/theme';
import { Link } from 'react-router-dom';
import { PageTitle } from './page-provider';

/** Shown for a path without a screen. */
export const NotFound = () => (
  <>
    <PageTitle title="Page not found" />
    <StateMessage
      icon={mdiMapMarkerQuestionOutline}
      component="h1"
      message="Page not found"
      explanation="There is nothing at this address. It may have been mistyped."
      action={
        <Button variant="contained" component={Link} to="/service-orders">
          All Service Orders
        </Button>
      }
    />
  </>
);
