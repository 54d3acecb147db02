import { useServiceOrders } from '@portal/api';
import { QueryView } from '../screen/query-view';
import { Screen } from '../screen/screen';
import { ListSkeleton } from './list-skeleton';
import { OrderList } from './order-list';

const title = 'My Service Orders';

/** `/service-orders`: all orders of the customer. */
export const ServiceOrdersScreen = () => {
  const query = useServiceOrders();
  return (
    <Screen heading={title}>
      <QueryView query={query} failure="Failed to load service orders" skeleton={<ListSkeleton />}>
        {(orders) => <OrderList orders={orders} />}
      </QueryView>
    </Screen>
  );
};

export const serviceOrders = { title, Component: ServiceOrdersScreen };
