import { mdiClipboardTextOutline } from '@mdi/js';
import { useServiceOrder, useServiceOrders, type ServiceOrder } from '@portal/api';
import { StateMessage } from '@portal/theme';
import { QueryView } from '@portal/theme/query-view';
import { Order, OrderNotFound, OrderSkeleton } from './order/order';
import { Ask } from './screen/ask';
import { Screen } from './screen/screen';
import { newestFirst } from './values/dates';

const title = 'Latest Service Order';

const TEXTS = {
  failure: 'Failed to load order details.',
  notFound: 'Service order not found.',
  none: 'No service orders found.',
  noneYet: 'When we open a service order for you, you can follow it here.',
};

/** `/` and `/my-service-order`: the most recently modified order. The list tells its number; then its detail loads. */
const LatestOrderScreen = () => {
  const query = useServiceOrders();
  return (
    <Screen heading={title} isQuiet>
      <QueryView query={query} failure={TEXTS.failure} skeleton={<OrderSkeleton />} help={<Ask />}>
        {(orders) => (orders.length === 0 ? <NoOrders /> : <LatestOf orders={orders} />)}
      </QueryView>
    </Screen>
  );
};

export const latestOrder = { title, Component: LatestOrderScreen };

const NoOrders = () => (
  <StateMessage
    icon={mdiClipboardTextOutline}
    message={TEXTS.none}
    explanation={TEXTS.noneYet}
    action={<Ask />}
  />
);

/** The number of the most recently modified order; an order without a number has no detail to load. */
export const latestOrderNumber = (orders: readonly ServiceOrder[]): string | undefined =>
  newestFirst(orders, (order) => order.LastModifiedDateTime).find((order) => order.ServiceOrderNbr)
    ?.ServiceOrderNbr;

const LatestOf = ({ orders }: { orders: readonly ServiceOrder[] }) => {
  const orderNbr = latestOrderNumber(orders);
  return orderNbr ? <LatestOrder orderNbr={orderNbr} /> : <OrderNotFound message={TEXTS.notFound} />;
};

const LatestOrder = ({ orderNbr }: { orderNbr: string }) => {
  const query = useServiceOrder(orderNbr);
  return (
    <QueryView
      query={query}
      failure={TEXTS.failure}
      skeleton={<OrderSkeleton />}
      help={<Ask orderNbr={orderNbr} />}
    >
      {(order) => (order ? <Order order={order} /> : <OrderNotFound message={TEXTS.notFound} />)}
    </QueryView>
  );
};
