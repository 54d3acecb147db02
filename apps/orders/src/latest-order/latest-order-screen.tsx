import { StateMessage } from '@portal/theme';
import { mdiClipboardTextOutline } from '@mdi/js';
import { useServiceOrder, useServiceOrders, type ServiceOrder } from '@portal/api';
import { OrderNotFound } from '../order/order-not-found';
import { OrderSkeleton } from '../order/order-skeleton';
import { OrderView } from '../order/order-view';
import { QueryView } from '../screen/query-view';
import { Screen } from '../screen/screen';
import { latestOrderNumber } from './latest-order-number';

const title = 'Latest Service Order';

const texts = { failure: 'Failed to load order details.', missing: 'Service order not found.' };

/** `/` and `/my-service-order`: the order that was modified last, loaded after the list that says which it is. */
export const LatestOrderScreen = () => {
  const query = useServiceOrders();
  return (
    <Screen heading={title}>
      <QueryView query={query} failure={texts.failure} skeleton={<OrderSkeleton />}>
        {(orders) => (orders.length === 0 ? <NoOrders /> : <LatestOf orders={orders} />)}
      </QueryView>
    </Screen>
  );
};

export const latestOrder = { title, Component: LatestOrderScreen };

const NoOrders = () => (
  <StateMessage
    icon={mdiClipboardTextOutline}
    message="No service orders found."
    explanation="When we open a service order for you, you can follow it here."
  />
);

const LatestOf = ({ orders }: { orders: readonly ServiceOrder[] }) => {
  const orderNbr = latestOrderNumber(orders);
  return orderNbr ? <LatestOrder orderNbr={orderNbr} /> : <OrderNotFound message={texts.missing} />;
};

const LatestOrder = ({ orderNbr }: { orderNbr: string }) => {
  const query = useServiceOrder(orderNbr);
  return (
    <QueryView query={query} failure={texts.failure} skeleton={<OrderSkeleton />}>
      {(order) => (order ? <OrderView order={order} /> : <OrderNotFound message={texts.missing} />)}
    </QueryView>
  );
};
