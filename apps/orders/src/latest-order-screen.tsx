import { useServiceOrder, useServiceOrders, type ServiceOrder } from '@portal/api';
import type { I18n } from '@portal/texts';
import { QueryView } from '@portal/theme/query-view';
import { Order, OrderNotFound, OrderSkeleton } from './order/order';
import { Ask } from '@portal/theme/ask';
import { NoOrders } from './screen/no-orders';
import { Screen } from './screen/screen';
import { inLanguage, useI18n } from './texts';
import { newestFirst } from './values/dates';

const title = (i18n: I18n): string => i18n.t('Latest Service Order');

/** For `i18n.t`. */
const TEXTS = {
  failure: /*i18n*/ 'Failed to load order details.',
  notFound: /*i18n*/ 'Service order not found.',
  none: /*i18n*/ 'No service orders found.',
  noneYet: /*i18n*/ 'When we open a service order for you, you can follow it here.',
};

/** `/` and `/my-service-order`: the most recently modified order. Loads the list for its number, then its detail. */
const LatestOrderScreen = () => {
  const i18n = useI18n();
  const query = useServiceOrders();
  return (
    <Screen heading={title(i18n)} isQuiet>
      <QueryView query={query} failure={i18n.t(TEXTS.failure)} skeleton={<OrderSkeleton />} help={<Ask />}>
        {(orders) =>
          orders.length === 0 ? (
            <NoOrders message={i18n.t(TEXTS.none)} explanation={i18n.t(TEXTS.noneYet)} />
          ) : (
            <LatestOf orders={orders} />
          )
        }
      </QueryView>
    </Screen>
  );
};

export const latestOrder = { title: inLanguage(title), Component: LatestOrderScreen };

/** The number of the most recently modified order; an order without a number has no detail to load. */
export const latestOrderNumber = (orders: readonly ServiceOrder[]): string | undefined =>
  newestFirst(orders, (order) => order.LastModifiedDateTime).find((order) => order.ServiceOrderNbr)
    ?.ServiceOrderNbr;

const LatestOf = ({ orders }: { orders: readonly ServiceOrder[] }) => {
  const i18n = useI18n();
  const orderNbr = latestOrderNumber(orders);
  return orderNbr ? <LatestOrder orderNbr={orderNbr} /> : <OrderNotFound message={i18n.t(TEXTS.notFound)} />;
};

const LatestOrder = ({ orderNbr }: { orderNbr: string }) => {
  const i18n = useI18n();
  const query = useServiceOrder(orderNbr);
  return (
    <QueryView
      query={query}
      failure={i18n.t(TEXTS.failure)}
      skeleton={<OrderSkeleton />}
      help={<Ask orderNbr={orderNbr} />}
    >
      {(order) => (order ? <Order order={order} /> : <OrderNotFound message={i18n.t(TEXTS.notFound)} />)}
    </QueryView>
  );
};
