import { mdiFileSearchOutline } from '@mdi/js';
import type { ServiceOrder } from '@portal/api';
import { Button, StateMessage } from '@portal/theme';
import { lazy, Suspense, useEffect } from 'react';
import { Link } from 'react-router-dom';
import { SkeletonCard } from '../screen/section';
import { Ask } from '@portal/theme/ask';
import { useI18n } from '../texts';
import { OrderLayout } from './order-layout';

/** For `i18n.t`. */
const TEXTS = {
  notFound: /*i18n*/ 'It may have been removed, or belong to another customer.',
  allOrders: /*i18n*/ 'All Service Orders',
};

/** Loads the chunk with everything that only an order needs, such as DOMPurify. */
const load = () => import(/* webpackChunkName: 'order-view' */ './order-view');

const OrderView = lazy(async () => ({ default: (await load()).OrderView }));

/** One order; its skeleton until the chunk has loaded. */
export const Order = ({ order }: { order: ServiceOrder }) => (
  <Suspense
    fallback={
      <div aria-busy>
        <OrderSkeleton />
      </div>
    }
  >
    <OrderView order={order} />
  </Suspense>
);

/** Takes the place of an order while its data loads, and loads the chunk meanwhile. */
export const OrderSkeleton = () => {
  useEffect(() => {
    // `Order` tries again, and reports a second failure.
    load().catch(() => undefined);
  }, []);
  return (
    <OrderLayout
      summary={<SkeletonCard lines={5} />}
      progress={<SkeletonCard lines={3} />}
      log={<SkeletonCard lines={12} />}
    />
  );
};

/** Takes the place of an order that does not exist. */
export const OrderNotFound = ({ message }: { message: string }) => {
  const i18n = useI18n();
  return (
    <StateMessage
      icon={mdiFileSearchOutline}
      message={message}
      explanation={i18n.t(TEXTS.notFound)}
      action={
        <>
          <Button component={Link} to="/service-orders" variant="outlined">
            {i18n.t(TEXTS.allOrders)}
          </Button>
          <Ask />
        </>
      }
    />
  );
};
