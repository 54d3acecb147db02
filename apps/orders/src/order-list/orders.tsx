import type { ServiceOrder } from '@portal/api';
import { Box, Card, Table, TableSortLabel, useContainerUp, visuallyHidden, type Theme } from '@portal/theme';
import { memo } from 'react';
import { DataBoundary } from '../screen/data-boundary';
import { useI18n } from '../texts';
import { MissingValue } from '../values/text-value';
import { COLUMNS, type Column } from './columns';
import { useView } from './view';

interface OrdersProps {
  shown: readonly ServiceOrder[];
  /** The number of all orders that match. */
  total: number;
  /** The accessible name of the list. */
  name: string;
  /** Whether the headers of the table sort it. */
  isSortable: boolean;
}

/** Orders: a table on wide screens, cards on narrow ones (specification section 9). */
export const Orders = (props: OrdersProps) =>
  useContainerUp('md') ? <OrderTable {...props} /> : <OrderCards {...props} />;

const EMPTY_ORDER: ServiceOrder = {};

/** One value of an order; a dash if it cannot be shown. */
const Field = ({ order, children }: { order: ServiceOrder; children: Column['value'] }) => (
  <DataBoundary data={order} sample={EMPTY_ORDER} fallback={<MissingValue />}>
    {children}
  </DataBoundary>
);

/** Shared by table and cards. Long texts are clamped; the detail screen shows them in full. */
const listStyles = {
  '& mark': { bgcolor: '#ffe08a', color: '#1a2027', borderRadius: '3px' },
  '& [data-clamped]:not(:has(mark))': {
    display: '-webkit-box',
    WebkitBoxOrient: 'vertical',
    WebkitLineClamp: '3',
    overflow: 'hidden',
  },
  '& :is(li, tr)': { breakInside: 'avoid' },
} as const;

/** A styled component per cell would take most of the render time of a long list. */
const tableStyles = {
  ...listStyles,
  tableLayout: 'fixed',
  '& :is(th, td)': {
    typography: 'body2',
    textAlign: 'start',
    px: { md: 1, lg: 2 },
    py: 2,
    borderBlockEnd: '1px solid',
    borderColor: 'divider',
  },
  '& thead th': { fontWeight: 500, color: 'text.secondary', bgcolor: 'background.default' },
  '& .MuiTableSortLabel-root': { minBlockSize: 44, marginBlock: -1.5 },
  '@media print': { '& .MuiTableSortLabel-icon': { display: 'none' } },
  '& tbody th': { fontWeight: 600 },
  '& time': { textWrap: 'balance' },
  '& tbody tr:hover': { bgcolor: 'action.hover' },
  '& tbody tr:last-child > *': { borderBlockEnd: 0 },
} as const;

const OrderTable = ({ shown, total, name, isSortable }: OrdersProps) => (
  <Card>
    <Table aria-label={name} aria-rowcount={total + 1} sx={tableStyles}>
      <thead>
        <tr>
          {COLUMNS.map((column) => (
            <Header key={column.id} column={column} isSortable={isSortable && column.text !== undefined} />
          ))}
        </tr>
      </thead>
      <tbody>
        {shown.map((order, index) => (
          <tr key={index}>
            <OrderCells order={order} />
          </tr>
        ))}
      </tbody>
    </Table>
  </Card>
);

/** The name of a column, and a button that sorts by it. */
const Header = ({ column, isSortable }: { column: Column; isSortable: boolean }) => {
  const i18n = useI18n();
  const [{ sort }, change] = useView();
  const { id, isMoment, inlineSize, isHeaderHidden } = column;
  const isActive = isSortable && sort.replace(/^-/, '') === id;
  const isDescending = sort.startsWith('-');
  const text = i18n.t(column.header);
  // The first press sorts dates newest first, and texts from A to Z.
  const next = (isActive ? !isDescending : isMoment) ? `-${id}` : id;
  return (
    <Box
      component="th"
      scope="col"
      aria-sort={isActive ? (isDescending ? 'descending' : 'ascending') : undefined}
      sx={{ inlineSize }}
    >
      {isSortable ? (
        <TableSortLabel
          active={isActive}
          direction={isActive ? (isDescending ? 'desc' : 'asc') : isMoment ? 'desc' : 'asc'}
          onClick={() => change({ sort: next })}
        >
          {text}
        </TableSortLabel>
      ) : (
        <span style={isHeaderHidden ? visuallyHidden : undefined}>{text}</span>
      )}
    </Box>
  );
};

const OrderCells = memo(function OrderCells({ order }: { order: ServiceOrder }) {
  return COLUMNS.map(({ id, onCard, value }) => {
    const field = <Field order={order}>{value}</Field>;
    return onCard === 'title' ? (
      <th key={id} scope="row">
        {field}
      </th>
    ) : (
      <td key={id}>{field}</td>
    );
  });
});

const cardStyles = (theme: Theme) => ({
  ...listStyles,
  listStyle: 'none',
  m: 0,
  p: 0,
  // Wraps, so that a long status moves below the number, and the date above its button.
  '& > li': {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: 1,
    p: 2,
    border: '1px solid',
    borderColor: 'divider',
    borderRadius: 1,
    bgcolor: 'background.paper',
  },
  '& > li + li': { marginBlockStart: 2 },
  '& h2': { ...theme.typography.h2, m: 0, flex: '1 1 6rem' },
  '& [data-field="badge"]': { maxInlineSize: '100%' },
  '& [data-field="text"]': { flexBasis: '100%' },
  '& [data-field="note"]': { ...theme.typography.body2, flex: '1 1 8rem', color: 'text.secondary' },
  '& [data-field="note"] time': { display: 'inline-block' },
});

const OrderCards = ({ shown, total, name }: OrdersProps) => (
  // Without `role`, Safari does not announce a list that has no markers.
  <Box component="ul" role="list" aria-label={name} sx={cardStyles}>
    {shown.map((order, index) => (
      <li key={index} aria-posinset={index + 1} aria-setsize={total}>
        <CardFields order={order} />
      </li>
    ))}
  </Box>
);

/** The parts of a card, line by line. */
const CARD_PARTS = ['title', 'badge', 'text', 'note', 'action'] as const;
const ON_CARD = CARD_PARTS.flatMap((part) => COLUMNS.filter(({ onCard }) => onCard === part));

const CardFields = memo(function CardFields({ order }: { order: ServiceOrder }) {
  const i18n = useI18n();
  return ON_CARD.map(({ id, onCard, header, value }) => {
    const field = <Field order={order}>{value}</Field>;
    return onCard === 'title' ? (
      <h2 key={id}>{field}</h2>
    ) : (
      <div key={id} data-field={onCard}>
        {onCard === 'note' && `${i18n.t(header)}: `}
        {field}
      </div>
    );
  });
});
