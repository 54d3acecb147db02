import { useServiceOrders } from '@portal/api';
import { QueryView } from '../screen/query-view';
import { Screen } from '../screen/screen';
import { ListSkeleton } from './list-skeleton';
import { OrderList } from './order-list';

/** `/service-orders`: all orders of the customer. */
export const ServiceOrdersScreen = () => {
  const query = useServiceOrders();
  return (
    <Screen heading="My Service Orders">
      <QueryView query={query} failure="Failed to load service orders" skeleton={<ListSkeleton />}>
        {(orders) => <OrderList orders={orders} />}
      </QueryView>
    </Screen>
  );
};
