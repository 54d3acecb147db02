import type { ServiceOrder } from '@portal/api';
import { Button } from '@portal/theme';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { FIELDS, type OrderField } from '../order/fields';
import { FROM_LIST, orderPath } from '../paths';
import { upcomingOf } from '../order/upcoming';
import { useI18n } from '../texts';
import { DateValue, useDateStyle, useNow } from '../values/date-value';
import { formatVisit } from '../values/dates';
import { Marked, TextValue } from '../values/text-value';
import { useReturnFocus } from './return-focus';

/** A column of the table, which is a part of each card. `label` is its header. */
export interface Column extends Pick<OrderField, 'label' | 'date' | 'value'> {
  /** Its name in `?sort=`. */
  id: string;
  /** The value to sort by; a column without it is not sortable. */
  text?: OrderField['text'];
  /** The names in "Sort by", for `i18n.t`: ascending and descending. */
  sorts?: readonly [string, string];
  isHeaderHidden?: boolean;
  /** The width in the table, from `md` and from `lg` on. Without `md`, the column begins at `lg`. Without any, it takes the rest. */
  inlineSize?: { md?: number; lg: number };
  /** Its place on a card: `title` and `badge` share the first line, notes and `action` the last. */
  onCard: 'title' | 'badge' | 'note' | 'action';
  /** The value on a card, if it is a shorter one. */
  brief?: OrderField['value'];
  /** Lines below the value, in the table and on a card. */
  below?: (order: ServiceOrder) => ReactNode;
}

/** The columns of the list (specification section 2). To add one, add an entry; the description needs 120 px (`orders.spec.ts`). */
export const COLUMNS: readonly Column[] = [
  {
    ...FIELDS.number,
    id: 'number',
    sorts: [/*i18n*/ 'Number, first to last', /*i18n*/ 'Number, last to first'],
    inlineSize: { md: 104, lg: 112 },
    onCard: 'note',
  },
  {
    ...FIELDS.description,
    id: 'description',
    label: /*i18n*/ 'Description',
    sorts: [/*i18n*/ 'Description, A to Z', /*i18n*/ 'Description, Z to A'],
    onCard: 'title',
    value: (order) => <span data-clamped>{FIELDS.description.value(order)}</span>,
    below: (order) => <Ahead order={order} />,
  },
  {
    ...FIELDS.status,
    id: 'status',
    sorts: [/*i18n*/ 'Status, A to Z', /*i18n*/ 'Status, Z to A'],
    inlineSize: { md: 120, lg: 124 },
    onCard: 'badge',
  },
  {
    ...FIELDS.updated,
    id: 'updated',
    label: /*i18n*/ 'Last Updated',
    sorts: [/*i18n*/ 'Oldest first', /*i18n*/ 'Newest first'],
    inlineSize: { md: 128, lg: 206 },
    onCard: 'note',
    value: ({ LastModifiedDateTime }) => <DateValue text={LastModifiedDateTime} as="moment" />,
    brief: ({ LastModifiedDateTime }) => <DateValue text={LastModifiedDateTime} as="brief" />,
  },
  {
    id: 'details',
    label: /*i18n*/ 'Details',
    isHeaderHidden: true,
    inlineSize: { md: 118, lg: 118 },
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
  const style = useDateStyle();
  const { waiting, next } = upcomingOf(order, now, style.timeZone);
  const date = next && formatVisit(next, now, style, { width: 'short' });
  return (
    <>
      {waiting && (
        <div data-ahead="waiting">
          <span>{waiting.summary ? i18n.t('Needs your answer:') : i18n.t('Needs your answer')}</span>
          {waiting.summary && (
            <>
              {' '}
              <TextValue text={waiting.summary} />
            </>
          )}
        </div>
      )}
      {date && (
        <div data-ahead="upcoming">
          <Marked text={i18n.t('Next: {date}', { date })} />
        </div>
      )}
    </>
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
      sx={{ px: 1, mx: -1, whiteSpace: 'nowrap' }}
    >
      {i18n.t('View Details')}
    </Button>
  );
};
