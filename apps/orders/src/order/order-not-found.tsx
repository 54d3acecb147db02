import { mdiFileSearchOutline } from '@mdi/js';
import { Button } from '@portal/theme';
import { Link } from 'react-router-dom';
import { StateMessage } from '../screen/state-message';

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
