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
  const sorted = newestFirst(orders, (order) => order.LastModifiedDateTime);
  return wide ? <OrderTable orders={sorted} /> : <OrderCards orders={sorted} />;
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
  '& tbody tr:last-child > *': { border: 0 },
};

const OrderTable = ({ orders }: OrdersProps) => (
  <Card>
    <Table aria-label="My Service Orders" sx={tableStyles}>
      <TableHead>
        <TableRow>
          {COLUMNS.map(({ id, header, inlineSize }) => (
            <TableCell key={id} sx={{ inlineSize }}>
              {header}
            </TableCell>
          ))}
        </TableRow>
      </TableHead>
      <TableBody>
        {orders.map((order, index) => (
          <TableRow key={index} hover>
            {COLUMNS.map(({ id, onCard, value }) => (
              <TableCell
                key={id}
                {...(onCard === 'title' && { component: 'th', scope: 'row' })}
                {...(onCard === 'note' && { sx: { textWrap: 'balance' } })}
              >
                <Field order={order}>{value}</Field>
              </TableCell>
            ))}
          </TableRow>
        ))}
      </TableBody>
    </Table>
  </Card>
);

const OrderCards = ({ orders }: OrdersProps) => (
  // Without `role`, Safari does not announce a list that has no markers.
  <Stack
    component="ul"
    role="list"
    spacing={2}
    sx={{ listStyle: 'none', m: 0, p: 0 }}
    aria-label="My Service Orders"
  >
    {orders.map((order, index) => (
      <OrderCard key={index} order={order} />
    ))}
  </Stack>
);

const CARD_HEAD = COLUMNS.filter(({ onCard }) => onCard === 'title' || onCard === 'badge');
const CARD_BODY = COLUMNS.filter((column) => !CARD_HEAD.includes(column));

const OrderCard = ({ order }: { order: ServiceOrder }) => (
  <Card component="li">
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
