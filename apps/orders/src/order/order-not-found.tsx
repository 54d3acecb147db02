import { mdiFileSearchOutline } from '@mdi/js';
import { Button, StateMessage } from '@portal/theme';
import { Link } from 'react-router-dom';

/** Says that there is no such order, and leads on to those that there are. */
export const OrderNotFound = ({ message }: { message: string }) => (
  <StateMessage
    icon={mdiFileSearchOutline}
    message={message}
    explanation="It may have been removed, or belong to another customer."
    action={
      <Button component={Link} to="/service-orders" variant="outlined">
        All Service Orders
      </Button>
    }
  />
);
