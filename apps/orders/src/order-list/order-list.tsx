import type { ServiceOrder } from '@portal/api';
import {
  Card,
  Stack,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableRow,
  Typography,
  useContainerUp,
} from '@portal/theme';
import { useMemo } from 'react';
import { asList, asListItem, Chunks, type ChunkBoxProps, type ItemProps } from '../screen/chunks';
import { DataBoundary } from '../screen/data-boundary';
import { SkeletonCard } from '../screen/section';
import { newestFirst } from '../values/dates';
import { MissingValue } from '../values/text-value';
import { COLUMNS, type Column } from './columns';

/** More orders are shown in chunks. */
const MAX_WHOLE = 100;
const CHUNK_SIZE = 20;

interface ShownProps {
  orders: readonly ServiceOrder[];
  source: readonly ServiceOrder[];
  chunkedOf: number | undefined;
}

/** Orders by last modification, newest first: a table on wide screens, cards on narrow ones (section 9). */
export const OrderList = ({ orders }: { orders: readonly ServiceOrder[] }) => {
  const wide = useContainerUp('md');
  const sorted = useMemo(() => newestFirst(orders, (order) => order.LastModifiedDateTime), [orders]);
  const Orders = wide ? OrderTable : OrderCards;
  return (
    <Orders
      orders={sorted}
      source={orders}
      chunkedOf={orders.length > MAX_WHOLE ? orders.length : undefined}
    />
  );
};

const PLAIN_ORDER: ServiceOrder = {};

/** One value of an order; a dash if it cannot be shown. */
const Field = ({ order, children }: { order: ServiceOrder; children: Column['value'] }) => (
  <DataBoundary data={order} plain={PLAIN_ORDER} fallback={<MissingValue />}>
    {children}
  </DataBoundary>
);

const tableStyles = {
  tableLayout: 'fixed',
  '& th, & td': { borderColor: 'divider', textAlign: 'start', px: { md: 1, lg: 2 } },
  '& thead th': { color: 'text.secondary', bgcolor: 'background.default' },
  '& tbody th': { fontWeight: 600 },
  '& tbody:last-child tr:last-child > *': { border: 0 },
};

const tracks = (screen: 'md' | 'lg') =>
  COLUMNS.map(({ inlineSize }) => inlineSize?.[screen] ?? 'minmax(0, 1fr)')
    .map((track) => (typeof track === 'number' ? `${track}px` : track))
    .join(' ');

/** Browsers skip no part of a table, so a long one is none to CSS. On paper, it is, and repeats its head. */
const longTableStyles = {
  ...tableStyles,
  '@media screen': {
    '&, & > thead, & > tbody': { display: 'block' },
    '& tr': { display: 'grid', gridTemplateColumns: { md: tracks('md'), lg: tracks('lg') } },
    '& th, & td': { inlineSize: 'auto', alignContent: 'center' },
  },
};

/** Browsers forget the roles of elements that are no table's to CSS. */
const asRow = (index: number, chunkedOf: number | undefined) =>
  chunkedOf !== undefined && { role: 'row', 'aria-rowindex': index + 1 };
const as = (role: string, chunkedOf: number | undefined) => chunkedOf !== undefined && { role };

const OrderTable = ({ orders, source, chunkedOf }: ShownProps) => (
  <Card>
    <Table
      aria-label="My Service Orders"
      {...(chunkedOf !== undefined && { role: 'table', 'aria-rowcount': chunkedOf + 1 })}
      sx={chunkedOf === undefined ? tableStyles : longTableStyles}
    >
      <TableHead {...as('rowgroup', chunkedOf)}>
        <TableRow {...asRow(0, chunkedOf)}>
          {COLUMNS.map(({ id, header, inlineSize }) => (
            <TableCell key={id} {...as('columnheader', chunkedOf)} sx={{ inlineSize }}>
              {header}
            </TableCell>
          ))}
        </TableRow>
      </TableHead>
      {chunkedOf === undefined ? (
        <TableBody>
          {orders.map((order, index) => (
            <OrderRow key={index} item={order} index={index} />
          ))}
        </TableBody>
      ) : (
        <Chunks items={orders} source={source} size={CHUNK_SIZE} itemPx={77} Box={RowGroup} Item={OrderRow} />
      )}
    </Table>
  </Card>
);

const RowGroup = (props: ChunkBoxProps) => <TableBody role="rowgroup" {...props} />;

const OrderRow = ({ item: order, index, chunkedOf }: ItemProps<ServiceOrder>) => (
  <TableRow hover {...asRow(index + 1, chunkedOf)}>
    {COLUMNS.map(({ id, onCard, value }) => (
      <TableCell
        key={id}
        {...as(onCard === 'title' ? 'rowheader' : 'cell', chunkedOf)}
        {...(onCard === 'title' && { component: 'th', scope: 'row' })}
        {...(onCard === 'note' && { sx: { textWrap: 'balance' } })}
      >
        <Field order={order}>{value}</Field>
      </TableCell>
    ))}
  </TableRow>
);

const OrderCards = ({ orders, source, chunkedOf }: ShownProps) => (
  <Stack
    {...asList('ul', chunkedOf)}
    spacing={2}
    sx={{ listStyle: 'none', m: 0, p: 0 }}
    aria-label="My Service Orders"
  >
    {chunkedOf === undefined ? (
      orders.map((order, index) => <OrderCard key={index} item={order} index={index} />)
    ) : (
      <Chunks items={orders} source={source} size={CHUNK_SIZE} itemPx={214} Box={Cards} Item={OrderCard} />
    )}
  </Stack>
);

const Cards = (props: ChunkBoxProps) => <Stack role="none" spacing={2} {...props} />;

const CARD_HEAD = COLUMNS.filter(({ onCard }) => onCard === 'title' || onCard === 'badge');
const CARD_BODY = COLUMNS.filter((column) => !CARD_HEAD.includes(column));

const OrderCard = ({ item: order, index, chunkedOf }: ItemProps<ServiceOrder>) => (
  <Card {...asListItem(index, chunkedOf)}>
    <Stack spacing={1.5} sx={{ p: 2 }}>
      <Stack direction="row" spacing={1} sx={{ justifyContent: 'space-between', alignItems: 'center' }}>
        {CARD_HEAD.map((column) => (
          <CardField key={column.id} column={column} order={order} />
        ))}
      </Stack>
      {CARD_BODY.map((column) => (
        <CardField key={column.id} column={column} order={order} />
      ))}
    </Stack>
  </Card>
);

const CardField = ({ column, order }: { column: Column; order: ServiceOrder }) => {
  const { onCard, label, value } = column;
  const field = <Field order={order}>{value}</Field>;
  if (onCard === 'title') return <Typography variant="h2">{field}</Typography>;
  if (onCard !== 'note') return field;
  return (
    <Typography variant="body2" sx={{ color: 'text.secondary' }}>
      {label}: {field}
    </Typography>
  );
};

const SKELETON_CARDS = 4;
const SKELETON_LINES = CARD_BODY.filter(({ onCard }) => onCard !== 'action').length;

export const OrderListSkeleton = () => (
  <Stack spacing={2}>
    {Array.from({ length: SKELETON_CARDS }, (_, card) => (
      <SkeletonCard key={card} lines={SKELETON_LINES} />
    ))}
  </Stack>
);
