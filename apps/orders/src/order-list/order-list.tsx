import type { ServiceOrder } from '@portal/api';
import { Box, Card, Stack, useContainerUp } from '@portal/theme';
import { createContext, use, useMemo, type ComponentType, type PropsWithChildren } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { Chunks, type ChunkItemsProps } from '../screen/chunks';
import { DataBoundary } from '../screen/data-boundary';
import { SkeletonCard } from '../screen/section';
import { newestFirst } from '../values/dates';
import { MissingValue } from '../values/text-value';
import { COLUMNS, type Column } from './columns';

interface OrdersProps {
  orders: readonly ServiceOrder[];
}

/** Orders by last modification, newest first: a table on wide screens, cards on narrow ones (section 9). */
export const OrderList = ({ orders }: OrdersProps) => {
  const wide = useContainerUp('md');
  const sorted = useMemo(() => newestFirst(orders, (order) => order.LastModifiedDateTime), [orders]);
  const List = wide ? OrderTable : OrderCards;
  return (
    <OrderCount value={orders.length}>
      <List>
        <Chunks items={sorted} source={orders} size={20} {...(wide ? IN_TABLE : ON_CARDS)} />
      </List>
    </OrderCount>
  );
};

/** The number of all orders, of which a chunk knows only its own. */
const OrderCount = createContext(0);

const PLAIN_ORDER: ServiceOrder = {};

interface FieldProps {
  order: ServiceOrder;
  column: Column;
  near: boolean;
  /** Whether the value may be one that cannot be shown. */
  guarded: boolean;
}

/** One value of an order; a dash if it cannot be shown. */
const Field = ({ order, column: { value, farValue = value }, near, guarded }: FieldProps) => {
  const show = near ? value : farValue;
  return guarded ? (
    <DataBoundary data={order} plain={PLAIN_ORDER} fallback={<MissingValue />}>
      {show}
    </DataBoundary>
  ) : (
    show(order)
  );
};

interface OrderProps extends Pick<FieldProps, 'order' | 'near' | 'guarded'> {
  index: number;
}

/** Guards each value only once one of the chunk could not be shown: boundaries cost more than the values. */
const ordersIn =
  (Order: ComponentType<OrderProps>): ComponentType<ChunkItemsProps<ServiceOrder>> =>
  ({ items, first, near }) => {
    const show = (guarded: boolean) =>
      items.map((order, place) => (
        <Order key={place} order={order} index={first + place} near={near} guarded={guarded} />
      ));
    return (
      <ErrorBoundary resetKeys={[items]} fallbackRender={() => show(true)}>
        {show(false)}
      </ErrorBoundary>
    );
  };

/** The tracks of the table's rows. A chunk of a table can be skipped only if it is no table's box to CSS. */
const tracks = (screen: 'md' | 'lg') =>
  COLUMNS.map(({ inlineSize }) => inlineSize?.[screen] ?? 'minmax(0, 1fr)')
    .map((track) => (typeof track === 'number' ? `${track}px` : track))
    .join(' ');

const tableStyles = {
  '&, & thead, & tbody, & th, & td': { display: 'block' },
  '& tr': {
    display: 'grid',
    gridTemplateColumns: { md: tracks('md'), lg: tracks('lg') },
    alignItems: 'center',
    borderBlockEnd: '1px solid',
    borderColor: 'divider',
  },
  '& th, & td': { typography: 'body2', minInlineSize: 0, textAlign: 'start', py: 2, px: { md: 1, lg: 2 } },
  '& thead tr': { bgcolor: 'background.default' },
  '& thead th': { color: 'text.secondary', fontWeight: 500, lineHeight: 1.5 },
  '& tbody tr:hover': { bgcolor: 'action.hover' },
  '& tbody th': { fontWeight: 600 },
  '& tbody:last-child tr:last-child': { border: 0 },
};

/** The roles are those of the elements, which browsers forget when they are no table's boxes to CSS. */
const OrderTable = ({ children }: PropsWithChildren) => (
  <Card>
    <Box
      component="table"
      role="table"
      aria-label="My Service Orders"
      aria-rowcount={use(OrderCount) + 1}
      sx={tableStyles}
    >
      <thead role="rowgroup">
        <tr role="row" aria-rowindex={1}>
          {COLUMNS.map(({ id, header }) => (
            <th key={id} role="columnheader" scope="col">
              {header}
            </th>
          ))}
        </tr>
      </thead>
      {children}
    </Box>
  </Card>
);

const BALANCED = { textWrap: 'balance' } as const;

const OrderRow = ({ index, ...field }: OrderProps) => (
  <tr role="row" aria-rowindex={index + 2}>
    {COLUMNS.map((column) =>
      column.onCard === 'title' ? (
        <th key={column.id} role="rowheader" scope="row">
          <Field column={column} {...field} />
        </th>
      ) : (
        <td key={column.id} role="cell" style={column.onCard === 'note' ? BALANCED : undefined}>
          <Field column={column} {...field} />
        </td>
      ),
    )}
  </tr>
);

const cardStyles = {
  '&, & > div': { display: 'flex', flexDirection: 'column', gap: 2 },
  '& [role="listitem"]': {
    display: 'flex',
    flexDirection: 'column',
    gap: 1.5,
    p: 2,
    border: '1px solid',
    borderColor: 'divider',
    borderRadius: 1,
    bgcolor: 'background.paper',
    color: 'text.primary',
    overflow: 'hidden',
  },
  '& header': { display: 'flex', gap: 1, justifyContent: 'space-between', alignItems: 'center' },
  '& h2': { typography: 'h2', m: 0 },
  '& p': { typography: 'body2', color: 'text.secondary', m: 0 },
};

/** Not `ul`, which can have no chunks of its items. */
const OrderCards = ({ children }: PropsWithChildren) => (
  <Box role="list" aria-label="My Service Orders" sx={cardStyles}>
    {children}
  </Box>
);

const CARD_HEAD = COLUMNS.filter(({ onCard }) => onCard === 'title' || onCard === 'badge');
const CARD_BODY = COLUMNS.filter((column) => !CARD_HEAD.includes(column));

const OrderCard = ({ index, ...field }: OrderProps) => (
  <div role="listitem" aria-posinset={index + 1} aria-setsize={use(OrderCount)}>
    <header role="none">
      {CARD_HEAD.map((column) => (
        <CardField key={column.id} column={column} {...field} />
      ))}
    </header>
    {CARD_BODY.map((column) => (
      <CardField key={column.id} column={column} {...field} />
    ))}
  </div>
);

const CardField = (props: FieldProps) => {
  const { onCard, label } = props.column;
  const field = <Field {...props} />;
  if (onCard === 'title') return <h2>{field}</h2>;
  if (onCard !== 'note') return field;
  return (
    <p>
      {label}: {field}
    </p>
  );
};

const IN_TABLE = { component: 'tbody', role: 'rowgroup', itemPx: 77, Items: ordersIn(OrderRow) } as const;
const ON_CARDS = { component: 'div', role: 'none', itemPx: 214, Items: ordersIn(OrderCard) } as const;

const SKELETON_CARDS = 4;
const SKELETON_LINES = CARD_BODY.filter(({ onCard }) => onCard !== 'action').length;

export const OrderListSkeleton = () => (
  <Stack spacing={2}>
    {Array.from({ length: SKELETON_CARDS }, (_, card) => (
      <SkeletonCard key={card} lines={SKELETON_LINES} />
    ))}
  </Stack>
);
