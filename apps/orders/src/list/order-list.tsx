import type { ServiceOrder } from '@portal/api';
import { Box } from '@portal/theme';
import { lazy, Suspense, useDeferredValue, useMemo } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { useLocation } from 'react-router-dom';
import { LongList } from '../frame/long-list';
import { useI18n } from '../texts';
import { useDateStyle, useNow } from '../values/date-value';
import { Marks } from '../values/text-value';
import { aheadAt, arrange, searchableTexts } from './arrange';
import { Orders } from './orders';
import { readView } from './view';

/** A longer list has a search, filters and sorting. */
const MAX_AT_A_GLANCE = 10;

const Controls = lazy(async () => ({
  default: (await import(/* webpackChunkName: 'list-controls' */ './controls')).Controls,
}));

/** All orders, newest first (specification section 2). The customer can search, filter and sort a long list. */
export const OrderList = ({ orders }: { orders: readonly ServiceOrder[] }) => {
  const i18n = useI18n();
  const style = useDateStyle();
  const address = useDeferredValue(useLocation().search);
  const now = useNow();
  const textOf = useMemo(() => searchableTexts(style, i18n), [style, i18n]);
  const aheadOf = useMemo(() => aheadAt(now, style), [now, style]);
  const arrangement = useMemo(
    () => arrange(orders, readView(new URLSearchParams(address)), { textOf, aheadOf, i18n }),
    [orders, address, textOf, aheadOf, i18n],
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
