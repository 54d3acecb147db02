import { mdiFileSearchOutline } from '@mdi/js';
import { useServiceOrder } from '@portal/api';
import { Ask, Button, loadProgress, QueryView, StateMessage } from '@portal/theme';
import { lazy, Suspense, useEffect } from 'react';
import { Link } from 'react-router-dom';
import { SkeletonCard } from '../frame/section';
import { PATHS } from '../paths';
import { useI18n } from '../texts';
import { OrderLayout } from './order-layout';

/** Loads the chunk with everything that only an order needs, such as DOMPurify. */
const load = () => import(/* webpackChunkName: 'order-view' */ './order-view');

/** Loads all chunks of an order at once. The components attempt it again, and report a second failure. */
const loadAhead = () => void Promise.all([load(), loadProgress()]).catch(() => undefined);

const OrderView = lazy(async () => ({ default: (await load()).OrderView }));

interface OrderByNumberProps {
  orderNbr: string;
  /** Messages of specification section 8. */
  failure: string;
  notFound: string;
}

/** Loads an order, and shows it; until it arrives, as much of it as the list has. */
export const OrderByNumber = ({ orderNbr, failure, notFound }: OrderByNumberProps) => {
  const query = useServiceOrder(orderNbr);
  const isOffline = query.isPlaceholderData && query.fetchStatus === 'paused';
  const skeleton = <OrderSkeleton />;
  return (
    <QueryView
      // Offline, nothing would follow what the list has.
      query={isOffline ? { ...query, data: undefined, isPending: true } : query}
      failure={failure}
      skeleton={skeleton}
      help={<Ask orderNbr={orderNbr} />}
    >
      {(order) =>
        order ? (
          <Suspense fallback={<div aria-busy>{skeleton}</div>}>
            <OrderView key={orderNbr} order={order} isPartial={query.isPlaceholderData} />
          </Suspense>
        ) : (
          <OrderNotFound message={notFound} />
        )
      }
    </QueryView>
  );
};

/** Takes the place of an order while its data loads, and loads the chunks meanwhile. */
export const OrderSkeleton = () => {
  useEffect(loadAhead, []);
  return (
    <OrderLayout
      head={<SkeletonCard lines={5} />}
      summary={<SkeletonCard lines={5} />}
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
      explanation={i18n.t('It may have been removed, or belong to another customer.')}
      action={
        <>
          <Button component={Link} to={PATHS.list} variant="outlined">
            {i18n.t('All Service Orders')}
          </Button>
          <Ask />
        </>
      }
    />
  );
};
