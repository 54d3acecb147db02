import { Slot } from '@portal/remote';
import type { I18n } from '@portal/texts';
import { Skeleton, Stack, useContainerUp } from '@portal/theme';
import { Suspense } from 'react';
import { AllOrders } from '../frame/all-orders';
import { Screen } from '../frame/screen';
import { inLanguage, useI18n } from '../texts';
import { OrderList } from './order-list';

const title = (i18n: I18n): string => i18n.t('My Service Orders');

/** `/service-orders`: all orders of the customer. */
const ServiceOrdersScreen = () => {
  const i18n = useI18n();
  return (
    <Screen heading={title(i18n)}>
      <Slot name="orders/orders.above@1" props={{}} />
      <AllOrders
        failure={i18n.t('Failed to load service orders')}
        skeleton={<OrderListSkeleton />}
        none={i18n.t('No service orders found')}
        explanation={i18n.t('When we open a service order for you, it appears here.')}
      >
        {(orders) => (
          <Suspense fallback={<OrderListSkeleton />}>
            <OrderList orders={orders} />
          </Suspense>
        )}
      </AllOrders>
    </Screen>
  );
};

export const serviceOrders = { title: inLanguage(title), Component: ServiceOrdersScreen };

/** As high as six rows or cards. */
const OrderListSkeleton = () => {
  const isWide = useContainerUp('md');
  return (
    <Stack sx={{ gap: isWide ? '1px' : 2 }}>
      {[1, 2, 3, 4, 5, 6].map((row) => (
        <Skeleton key={row} variant="rounded" height={isWide ? 55 : 146} />
      ))}
    </Stack>
  );
};
