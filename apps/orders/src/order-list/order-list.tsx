import type { ServiceOrder } from '@portal/api';
import { Box, useLocale } from '@portal/theme';
import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { LongList } from '../screen/long-list';
import { useI18n } from '../texts';
import { newestFirst, useDateFormats } from '../values/dates';
import { Marks } from '../values/marks';
import { Orders, useOrderSize, type OrdersProps } from './orders';
import { PlaceKeeper, useArrival } from './place';
import { OrderListSkeleton } from './order-list-skeleton';

/** A longer list has a search, filters and sorting. */
const MAX_AT_A_GLANCE = 10;

/** A longer list renders only the orders near the viewport. */
const MAX_WHOLE = 100;

const importTools = () => import(/* webpackChunkName: 'list-tools' */ './list-tools');

type Tools = Awaited<ReturnType<typeof importTools>>;

let loadedTools: Tools | undefined;

/** Search, filters and sorting; undefined until their chunk has loaded. The list renders without them. */
const useTools = (areNeeded: boolean): Tools | undefined => {
  const [state, setState] = useState<{ tools: Tools | undefined; error?: unknown }>({ tools: loadedTools });
  useEffect(() => {
    if (!areNeeded || loadedTools) return;
    importTools().then(
      (tools) => setState({ tools: (loadedTools = tools) }),
      (error: unknown) => setState({ tools: undefined, error }),
    );
  }, [areNeeded]);
  // Rethrow: the shell diagnoses a lost chunk.
  if (state.error) throw state.error;
  return areNeeded ? state.tools : undefined;
};

/** All orders, newest first (specification section 2). The customer can search, filter and sort a long list. */
export const OrderList = ({ orders }: { orders: readonly ServiceOrder[] }) => {
  const i18n = useI18n();
  const newest = useMemo(() => newestFirst(orders, (order) => order.LastModifiedDateTime), [orders]);
  const address = useDeferredValue(useLocation().search);
  const areMany = orders.length > MAX_AT_A_GLANCE || address !== '';
  const tools = useTools(areMany);
  const formats = useDateFormats();
  const locale = useLocale();
  const arrangement = useMemo(
    () => tools?.arrange(newest, address, { formats, locale, i18n }),
    [tools, newest, address, formats, locale, i18n],
  );
  // Without tools, only the default order can be shown.
  const shown = arrangement?.shown ?? (address === '' ? newest : undefined);

  return (
    <PlaceKeeper>
      {areMany && (
        <Box sx={{ minBlockSize: 80 }}>
          {tools && arrangement && <tools.Tools all={newest} arrangement={arrangement} />}
        </Box>
      )}
      {shown === undefined && <OrderListSkeleton />}
      {shown && (shown.length > 0 || !tools) && (
        <Marks value={arrangement?.marks}>
          <OrdersOfAnyNumber orders={shown} HeaderCell={tools?.SortableHeader} />
        </Marks>
      )}
    </PlaceKeeper>
  );
};

interface OrdersOfAnyNumberProps extends Pick<OrdersProps, 'HeaderCell'> {
  orders: readonly ServiceOrder[];
}

const OrdersOfAnyNumber = ({ orders, HeaderCell }: OrdersOfAnyNumberProps) => {
  const i18n = useI18n();
  const name = i18n.t('My Service Orders');
  return (
    <LongList
      items={orders}
      maxWhole={MAX_WHOLE}
      {...useOrderSize()}
      name={name}
      start={useArrival().placeAhead()}
      texts={{
        note: i18n.t(
          'Use the search above: your browser’s own search finds only the orders near this part of the page.',
        ),
        showAll: i18n.t('Load all orders'),
      }}
      skeleton={<OrderListSkeleton />}
    >
      {(part) => <Orders part={part} name={name} HeaderCell={HeaderCell} />}
    </LongList>
  );
};
