import type { I18n } from '@portal/texts';
import { lazy, Suspense } from 'react';
import { OrderByNumber, OrderNotFound, OrderSkeleton } from '../order/order';
import { AllOrders } from '../frame/all-orders';
import { Screen } from '../frame/screen';
import { inLanguage, useI18n } from '../texts';

/** In the chunk of an order, which this screen loads anyway. */
const OtherOrders = lazy(async () => ({
  default: (await import(/* webpackChunkName: 'order-view' */ './other-orders')).OtherOrders,
}));

const title = (i18n: I18n): string => i18n.t('Latest Service Order');

/** `/` and `/my-service-order`: the most recently modified order, below links to all that wait or have a visit. Loads the list, then its detail. */
const LatestOrderScreen = () => {
  const i18n = useI18n();
  const failure = i18n.t('Failed to load order details.');
  const notFound = i18n.t('Service order not found.');
  return (
    <Screen heading={title(i18n)} isQuiet>
      <AllOrders
        failure={failure}
        skeleton={<OrderSkeleton />}
        none={i18n.t('No service orders found.')}
        explanation={i18n.t('When we open a service order for you, you can follow it here.')}
      >
        {(orders) => {
          // An order without a number has no detail to load.
          const orderNbr = orders.find((order) => order.ServiceOrderNbr)?.ServiceOrderNbr;
          return (
            <>
              <Suspense fallback={null}>
                <OtherOrders orders={orders} latest={orderNbr} />
              </Suspense>
              {orderNbr ? (
                <OrderByNumber orderNbr={orderNbr} failure={failure} notFound={notFound} />
              ) : (
                <OrderNotFound message={notFound} />
              )}
            </>
          );
        }}
      </AllOrders>
    </Screen>
  );
};

export const latestOrder = { title: inLanguage(title), Component: LatestOrderScreen };
