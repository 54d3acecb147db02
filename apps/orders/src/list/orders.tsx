import type { ServiceOrder } from '@portal/api';
import { Box, Card, Table, TableSortLabel, useContainerUp, visuallyHidden, type Theme } from '@portal/theme';
import { memo } from 'react';
import { DataBoundary } from '../frame/data-boundary';
import type { Keyed } from '../frame/long-list';
import { useI18n } from '../texts';
import { MissingValue } from '../values/text-value';
import { COLUMNS, type Column } from './columns';
import { readSort, useView } from './view';

interface OrdersProps {
  shown: readonly Keyed<ServiceOrder>[];
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

/** One value of an order; a dash if it cannot be shown. */
const Field = ({ order, children }: { order: ServiceOrder; children: Column['value'] }) => (
  <DataBoundary data={order} fallback={<MissingValue />}>
    {children}
  </DataBoundary>
);

/**
 * Shared by table and cards. Long texts are clamped; the detail screen shows them in full. The link covers its row or
 * card, so that all of it opens the order, in a new tab, too, with one tab stop and one name.
 */
const listStyles = (lines: number) => ({
  '& mark': { bgcolor: '#ffe08a', color: '#1a2027', borderRadius: '3px' },
  '& [data-clamped]:not(:has(mark))': {
    display: '-webkit-box',
    WebkitBoxOrient: 'vertical',
    WebkitLineClamp: String(lines),
    overflow: 'hidden',
    '@media print': { display: 'inline' },
  },
  // WebKit places nothing relative to a row without a transform.
  '& :is(li, tr)': { breakInside: 'avoid', position: 'relative', transform: 'translate(0)' },
  '& a': { position: 'static' },
  '& a::after': { content: '""', position: 'absolute', inset: 0, displayPrint: 'none' },
  '& [data-ahead]': { fontWeight: 600, color: 'primary.main' },
  '& [data-ahead="waiting"]': { color: 'warning.main' },
});

/** A styled component per cell would take most of the render time of a long list. */
const tableStyles = {
  ...listStyles(2),
  tableLayout: 'fixed',
  '& :is(th, td)': {
    typography: 'body2',
    textAlign: 'start',
    paddingInlineStart: { md: 1, lg: 1.75 },
    paddingInlineEnd: 0.5,
    py: 0.25,
    // As a minimum: more lines of text need more.
    blockSize: 48,
    borderBlockEnd: '1px solid',
    borderColor: 'divider',
  },
  '& thead th': { fontWeight: 500, color: 'text.secondary', bgcolor: 'background.default' },
  '& .MuiTableSortLabel-root': { minBlockSize: 44, marginBlock: -1.5 },
  // Takes no place, which the names of short columns need in some languages.
  '& .MuiTableSortLabel-icon': { marginInlineEnd: '-22px' },
  '@media print': { '& :is(.MuiTableSortLabel-icon, tr > :last-child)': { display: 'none' } },
  '& tbody th': { fontWeight: 600 },
  '& time': { textWrap: 'balance' },
  // The longest statuses reach into the space before the next column.
  '& .MuiChip-root': { maxInlineSize: { lg: 'calc(100% + 14px)' }, marginInlineEnd: { lg: '-14px' } },
  '& tbody tr:is(:hover, :has(:focus-visible))': { bgcolor: 'action.hover' },
  '& tbody tr:last-child > *': { borderBlockEnd: 0 },
} as const;

/** The columns of a table that is narrower than `lg`. */
const FEW_COLUMNS = COLUMNS.filter(({ inlineSize }) => !inlineSize || inlineSize.md !== undefined);

const OrderTable = ({ shown, total, name, isSortable }: OrdersProps) => {
  const columns = useContainerUp('lg') ? COLUMNS : FEW_COLUMNS;
  return (
    <Card>
      <Table aria-label={name} aria-rowcount={total + 1} sx={tableStyles}>
        <thead>
          <tr>
            {columns.map((column) => (
              <Header key={column.id} column={column} isSortable={isSortable && column.sorts !== undefined} />
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map(({ key, item: order }) => (
            <tr key={key}>
              <OrderCells order={order} columns={columns} />
            </tr>
          ))}
        </tbody>
      </Table>
    </Card>
  );
};

/** The name of a column, and a button that sorts by it. */
const Header = ({ column, isSortable }: { column: Column; isSortable: boolean }) => {
  const i18n = useI18n();
  const [{ sort }, change] = useView();
  const { id, date, inlineSize, isHeaderHidden } = column;
  const current = readSort(sort);
  const isActive = isSortable && current.column === column;
  // The first press sorts dates newest first, and texts from A to Z.
  const isDescending = isActive ? current.isDescending : date !== undefined;
  const isNextDescending = isActive ? !isDescending : isDescending;
  const ariaSort = isDescending ? 'descending' : 'ascending';
  const text = i18n.t(column.label);
  return (
    <Box component="th" scope="col" aria-sort={isActive ? ariaSort : undefined} sx={{ inlineSize }}>
      {isSortable ? (
        <TableSortLabel
          active={isActive}
          direction={isDescending ? 'desc' : 'asc'}
          onClick={() => change({ sort: isNextDescending ? `-${id}` : id })}
        >
          {text}
        </TableSortLabel>
      ) : (
        <span style={isHeaderHidden ? visuallyHidden : undefined}>{text}</span>
      )}
    </Box>
  );
};

interface OrderCellsProps {
  order: ServiceOrder;
  columns: readonly Column[];
}

const OrderCells = memo(function OrderCells({ order, columns }: OrderCellsProps) {
  return columns.map(({ id, value, below }) => {
    const field = <Field order={order}>{value}</Field>;
    return id === 'number' ? (
      <th key={id} scope="row">
        {field}
      </th>
    ) : (
      <td key={id}>
        {field}
        {below && <Field order={order}>{below}</Field>}
      </td>
    );
  });
});

const cardStyles = (theme: Theme) => ({
  ...listStyles(3),
  listStyle: 'none',
  m: 0,
  p: 0,
  // Wraps, so that a long status moves below the description, and the link below the date.
  '& > li': {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    columnGap: 1,
    rowGap: 0.5,
    paddingBlock: 1.5,
    paddingInline: 1.75,
    border: '1px solid',
    borderColor: 'divider',
    borderRadius: 1,
    bgcolor: 'background.paper',
  },
  '& > li:is(:hover, :has(:focus-visible))': { borderColor: 'text.secondary' },
  '& > li + li': { marginBlockStart: 1 },
  '& h2': {
    ...theme.typography.h3,
    m: 0,
    flex: '1 1 6rem',
    maxInlineSize: '100%',
    overflowWrap: 'break-word',
  },
  '& [data-field="badge"]': { maxInlineSize: '100%', alignSelf: 'start' },
  '& :is([data-field="below"], [data-field="note"])': theme.typography.body2,
  '& [data-field="below"]': { flexBasis: '100%' },
  // Still ends the line above.
  '& [data-field="below"]:empty': { marginBlockStart: -0.5 },
  '& [data-field="note"]': { color: 'text.secondary', marginInlineEnd: -0.5 },
  // At the end of its line, as between other values.
  '& [data-field="note"]:has(+ [data-field="note"])::after': { content: '"\\a0·"' },
  // No higher than its text: all of the card opens the order.
  '& [data-field="action"]': {
    marginBlock: '-10px',
    marginInlineStart: 'auto',
    displayPrint: 'none',
    // Has a border here.
    '@media (forced-colors: active)': { marginBlock: 0 },
  },
});

const OrderCards = ({ shown, total, name }: OrdersProps) => (
  // Without `role`, Safari does not announce a list that has no markers.
  <Box component="ul" role="list" aria-label={name} sx={cardStyles}>
    {shown.map(({ key, item: order }, index) => (
      <li key={key} aria-posinset={index + 1} aria-setsize={total}>
        <CardFields order={order} />
      </li>
    ))}
  </Box>
);

/** The parts of a card, line by line. */
const ON_CARD = (['title', 'badge', 'below', 'note', 'action'] as const).flatMap((part) =>
  COLUMNS.flatMap(({ id, onCard, label, value, brief, below }) => {
    if (part === 'below') return below ? { id, part, label, shown: below } : [];
    return part === onCard ? { id, part, label, shown: brief ?? value } : [];
  }),
);

const CardFields = memo(function CardFields({ order }: { order: ServiceOrder }) {
  const i18n = useI18n();
  return ON_CARD.map(({ id, part, label, shown }) => {
    const field = <Field order={order}>{shown}</Field>;
    return part === 'title' ? (
      <h2 key={id}>{field}</h2>
    ) : (
      <div key={`${part} ${id}`} data-field={part}>
        {part === 'note' && <span style={visuallyHidden}>{`${i18n.t(label)}: `}</span>}
        {field}
      </div>
    );
  });
});
