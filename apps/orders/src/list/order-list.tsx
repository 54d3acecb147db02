import type { ServiceOrder } from '@portal/api';
import { Box } from '@portal/theme';
import { lazy, Suspense, use, useDeferredValue, useMemo } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { useLocation } from 'react-router-dom';
import { LongList } from '../frame/long-list';
import { useI18n } from '../texts';
import { useDateStyle, useNow } from '../values/date-value';
import { Marks } from '../values/text-value';
import { aheadAt, arrange } from './arrange';
import type { searchOrders } from './order-search';
import { Orders } from './orders';
import { readView } from './view';

/** A longer list has a search, filters and sorting. */
const MAX_AT_A_GLANCE = 10;

type Search = typeof searchOrders;

/** The search, once the chunk of its field is there. */
let search: Search | undefined;
let loading: Promise<Search> | undefined;

const importSearch = async (): Promise<Search> => {
  const { searchOrders } = await import(/* webpackChunkName: 'list-controls' */ './order-search');
  search = searchOrders;
  return searchOrders;
};

const loadSearch = () => (loading ??= importSearch());

const Controls = lazy(async () => {
  const controls = import(/* webpackChunkName: 'list-controls' */ './controls');
  // Nobody types before the search is there.
  await loadSearch();
  return { default: (await controls).Controls };
});

/** All orders, newest first (specification section 2). The customer can search, filter and sort a long list. */
export const OrderList = ({ orders }: { orders: readonly ServiceOrder[] }) => {
  const i18n = useI18n();
  const style = useDateStyle();
  const address = useDeferredValue(useLocation().search);
  const now = useNow();
  const view = useMemo(() => readView(new URLSearchParams(address)), [address]);
  const searchFor = view.q === '' ? undefined : (search ?? use(loadSearch()));
  const aheadOf = useMemo(() => aheadAt(now, style), [now, style]);
  const arrangement = useMemo(
    () => arrange(orders, view, { search: searchFor?.(view.q, style, i18n), aheadOf, i18n }),
    [orders, view, searchFor, style, aheadOf, i18n],
  );
  const { shown } = arrangement;
  const hasFilters = arrangement.has('waiting') || arrangement.has('upcoming');
  const areMany = orders.length > MAX_AT_A_GLANCE || address !== '';
  return (
    <>
      {areMany && (
        <Box sx={{ marginBlockEnd: 2 }}>
          <ErrorBoundary fallback={null} onError={(error) => reportError(error)}>
            <Suspense fallback={<Box sx={{ blockSize: hasFilters ? { xs: 96, sm: 44, md: 96 } : 44 }} />}>
              <Controls all={orders} arrangement={arrangement} />
            </Suspense>
          </ErrorBoundary>
        </Box>
      )}
      {shown.length > 0 && (
        <Marks value={arrangement.split}>
          <LongList
            items={shown}
            identityOf={(order) => order.ServiceOrderNbr}
            showAll={i18n.t('Load all orders')}
          >
            {(part) => (
              <Orders
                shown={part}
                total={shown.length}
                name={i18n.t('My Service Orders')}
                isSortable={areMany}
              />
            )}
          </LongList>
        </Marks>
      )}
    </>
  );
};
