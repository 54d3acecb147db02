import { mdiClipboardTextOutline } from '@mdi/js';
import { useServiceOrders } from '@portal/api';
import { StateMessage } from '@portal/theme';
import { QueryView } from '@portal/theme/query-view';
import { Ask } from '../screen/ask';
import { Screen } from '../screen/screen';
import { OrderList } from './order-list';
import { OrderListSkeleton } from './order-list-skeleton';

const title = 'My Service Orders';

const TEXTS = {
  failure: 'Failed to load service orders',
  none: 'No service orders found',
  noneYet: 'When we open a service order for you, it appears here.',
};

/** `/service-orders`: all orders of the customer. */
const ServiceOrdersScreen = () => {
  const query = useServiceOrders();
  return (
    <Screen heading={title}>
      <QueryView query={query} failure={TEXTS.failure} skeleton={<OrderListSkeleton />} help={<Ask />}>
        {(orders) => (orders.length === 0 ? <NoOrders /> : <OrderList orders={orders} />)}
      </QueryView>
    </Screen>
  );
};

export const serviceOrders = { title, Component: ServiceOrdersScreen };

const NoOrders = () => (
  <StateMessage
    icon={mdiClipboardTextOutline}
    message={TEXTS.none}
    explanation={TEXTS.noneYet}
    action={<Ask />}
  />
);
