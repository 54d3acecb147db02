import type { ServiceOrder } from '@portal/api';
import type { I18n } from '@portal/texts';
import { Button } from '@portal/theme';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { FROM_LIST, orderPath } from '../order/order-address';
import { upcomingOf } from '../order/upcoming';
import { useI18n } from '../texts';
import { DateValue, useDateFormats, useNow } from '../values/dates';
import { statusIn } from '../values/status';
import { Marked, StatusChip, TextValue } from '../values/text-value';
import { useReturnFocus } from './return-focus';

/** One field of an order in the list. To add a field, add an entry to `COLUMNS`. */
export interface Column {
  /** The name of the column in `?sort=`. */
  id: string;
  /** The value to search and sort by; a column without it is neither searched nor sortable. */
  text?: (order: ServiceOrder, i18n: I18n) => string | undefined;
  /** The choices of "Sort by" for `text`: each value of `?sort=` with its name, for `i18n.t`. */
  sorts?: Readonly<Record<string, string>>;
  isMoment?: boolean;
  /** The header cell of the table, for `i18n.t`. */
  header: string;
  isHeaderHidden?: boolean;
  /** The width in the table; columns without one share the rest. */
  inlineSize?: { md: number; lg: number | string };
  /** Its place on a card: `title` and `badge` share the first line; `number` and `note` are small print. */
  onCard: 'title' | 'badge' | 'number' | 'note' | 'action';
  value: (order: ServiceOrder) => ReactNode;
  /** Lines below the value in the table, and below the number on a card. */
  below?: (order: ServiceOrder) => ReactNode;
}

/** The fields of an order in the list (specification section 2), in the order of the table. */
export const COLUMNS: readonly Column[] = [
  {
    id: 'number',
    text: ({ ServiceOrderNbr }) => ServiceOrderNbr,
    sorts: { number: /*i18n*/ 'Number, first to last', '-number': /*i18n*/ 'Number, last to first' },
    header: /*i18n*/ 'Order #',
    inlineSize: { md: 104, lg: '14%' },
    onCard: 'number',
    value: (order) => <TextValue text={order.ServiceOrderNbr} translate="no" />,
  },
  {
    id: 'description',
    text: ({ Description }) => Description,
    sorts: { description: /*i18n*/ 'Description, A to Z', '-description': /*i18n*/ 'Description, Z to A' },
    header: /*i18n*/ 'Description',
    onCard: 'title',
    value: (order) => (
      <span data-clamped>
        <TextValue text={order.Description} />
      </span>
    ),
    below: (order) => <Ahead order={order} />,
  },
  {
    id: 'status',
    text: ({ Status }, i18n) => Status && statusIn(Status, i18n),
    sorts: { status: /*i18n*/ 'Status, A to Z', '-status': /*i18n*/ 'Status, Z to A' },
    header: /*i18n*/ 'Status',
    inlineSize: { md: 120, lg: '19%' },
    onCard: 'badge',
    value: (order) => <StatusChip status={order.Status} />,
  },
  {
    id: 'updated',
    text: ({ LastModifiedDateTime }) => LastModifiedDateTime,
    isMoment: true,
    sorts: { updated: /*i18n*/ 'Oldest first', '-updated': /*i18n*/ 'Newest first' },
    header: /*i18n*/ 'Last Updated',
    inlineSize: { md: 128, lg: '21%' },
    onCard: 'note',
    value: (order) => <DateValue text={order.LastModifiedDateTime} as="moment" />,
  },
  {
    id: 'details',
    header: /*i18n*/ 'Details',
    isHeaderHidden: true,
    inlineSize: { md: 146, lg: 168 },
    onCard: 'action',
    value: ({ ServiceOrderNbr: orderNbr = '' }) => {
      const path = orderPath(orderNbr);
      return path && <ViewDetails orderNbr={orderNbr} path={path} />;
    },
  },
];

/** What waits for the customer, and the next visit. */
const Ahead = ({ order }: { order: ServiceOrder }) => {
  const i18n = useI18n();
  const now = useNow();
  const { period, timeZone } = useDateFormats();
  const { waiting, next } = upcomingOf(order, now, timeZone);
  const date = next && period(next, now);
  return [waiting && i18n.t('Needs your answer'), date && i18n.t('Next: {date}', { date })].map(
    (line) =>
      line && (
        <div key={line} style={{ fontWeight: 600 }}>
          <Marked text={line} />
        </div>
      ),
  );
};

/** Links to an order from all of its row or card. Its accessible name starts with the visible label (WCAG 2.2, 2.5.3). */
const ViewDetails = ({ orderNbr, path }: { orderNbr: string; path: string }) => {
  const i18n = useI18n();
  return (
    <Button
      component={Link}
      to={path}
      state={FROM_LIST}
      {...useReturnFocus(path)}
      // It would start at the button, though the press may be anywhere in the row.
      disableRipple
      aria-label={i18n.t('View Details of order {number}', { number: orderNbr })}
      sx={{ px: 1.5 }}
    >
      {i18n.t('View Details')}
    </Button>
  );
};
