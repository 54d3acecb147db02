import { useServiceOrders } from '@portal/api';
import type { I18n } from '@portal/texts';
import { QueryView } from '@portal/theme/query-view';
import { Ask } from '@portal/theme/ask';
import { NoOrders } from '../screen/no-orders';
import { Screen } from '../screen/screen';
import { inLanguage, useI18n } from '../texts';
import { OrderList } from './order-list';
import { OrderListSkeleton } from './order-list-skeleton';

const title = (i18n: I18n): string => i18n.t('My Service Orders');

/** For `i18n.t`. */
const TEXTS = {
  failure: /*i18n*/ 'Failed to load service orders',
  none: /*i18n*/ 'No service orders found',
  noneYet: /*i18n*/ 'When we open a service order for you, it appears here.',
};

/** `/service-orders`: all orders of the customer. */
const ServiceOrdersScreen = () => {
  const i18n = useI18n();
  const query = useServiceOrders();
  return (
    <Screen heading={title(i18n)}>
      <QueryView
        query={query}
        failure={i18n.t(TEXTS.failure)}
        skeleton={<OrderListSkeleton />}
        help={<Ask />}
      >
        {(orders) =>
          orders.length === 0 ? (
            <NoOrders message={i18n.t(TEXTS.none)} explanation={i18n.t(TEXTS.noneYet)} />
          ) : (
            <OrderList orders={orders} />
          )
        }
      </QueryView>
    </Screen>
  );
};

export const serviceOrders = { title: inLanguage(title), Component: ServiceOrdersScreen };
