import type { ServiceOrder } from '@portal/api';
import { Box, useLocale } from '@portal/theme';
import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { LongList } from '../screen/long-list';
import { newestFirst, useDateFormats } from '../values/dates';
import { Marks } from '../values/marks';
import { Orders, useOrderSize, type OrdersProps } from './orders';
import { PlaceKeeper, useArrival } from './place';
import { OrderListSkeleton } from './order-list-skeleton';

const TEXTS = {
  name: 'My Service Orders',
  long: {
    note: 'Use the search above: your browser’s own search finds only the orders near this part of the page.',
    showAll: 'Load all orders',
  },
};

/** So many orders are seen at a glance, without a search, filters and sorting. */
const MAX_AT_A_GLANCE = 10;

/** So many orders are rendered as a whole; of more, those near the viewport. */
const MAX_WHOLE = 100;

const importTools = () => import(/* webpackChunkName: 'list-tools' */ './list-tools');

type Tools = Awaited<ReturnType<typeof importTools>>;

let loadedTools: Tools | undefined;

/** Search, filters and sorting; undefined until their code is here. The list does not wait for them. */
const useTools = (areNeeded: boolean): Tools | undefined => {
  const [state, setState] = useState<{ tools: Tools | undefined; error?: unknown }>({ tools: loadedTools });
  useEffect(() => {
    if (!areNeeded || loadedTools) return;
    importTools().then(
      (tools) => setState({ tools: (loadedTools = tools) }),
      (error: unknown) => setState({ tools: undefined, error }),
    );
  }, [areNeeded]);
  // The shell finds out why a chunk is missing.
  if (state.error) throw state.error;
  return areNeeded ? state.tools : undefined;
};

/** All orders, newest first (specification section 2). With more of them, the customer can search, filter and sort. */
export const OrderList = ({ orders }: { orders: readonly ServiceOrder[] }) => {
  const newest = useMemo(() => newestFirst(orders, (order) => order.LastModifiedDateTime), [orders]);
  const address = useDeferredValue(useLocation().search);
  const areMany = orders.length > MAX_AT_A_GLANCE || address !== '';
  const tools = useTools(areMany);
  const formats = useDateFormats();
  const locale = useLocale();
  const arrangement = useMemo(
    () => tools?.arrange(newest, address, { formats, locale }),
    [tools, newest, address, formats, locale],
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
      {shown && (
        <Marks value={arrangement?.marks}>
          {arrangement?.groups && tools ? (
            <tools.Groups groups={arrangement.groups}>
              {(name, ofGroup) => (
                <OrdersOfAnyNumber name={name} orders={ofGroup} HeaderCell={tools.SortableHeader} />
              )}
            </tools.Groups>
          ) : (
            (shown.length > 0 || !tools) && (
              <OrdersOfAnyNumber name={TEXTS.name} orders={shown} HeaderCell={tools?.SortableHeader} />
            )
          )}
        </Marks>
      )}
    </PlaceKeeper>
  );
};

interface OrdersOfAnyNumberProps extends Pick<OrdersProps, 'HeaderCell'> {
  name: string;
  orders: readonly ServiceOrder[];
}

const OrdersOfAnyNumber = ({ name, orders, HeaderCell }: OrdersOfAnyNumberProps) => (
  <LongList
    items={orders}
    maxWhole={MAX_WHOLE}
    {...useOrderSize()}
    name={name}
    start={useArrival().placeIn(name)}
    texts={TEXTS.long}
    skeleton={<OrderListSkeleton />}
  >
    {(part) => <Orders part={part} name={name} HeaderCell={HeaderCell} />}
  </LongList>
);
