import type { ServiceOrder } from '@portal/api';
import { Button, visuallyHidden } from '@portal/theme';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { DateValue } from '../values/dates';
import { StatusChip, TextValue } from '../values/text-value';

/** One field of an order in the list. An entry of `COLUMNS` is all that a new field needs. */
export interface Column {
  id: string;
  /** The header cell of the table. */
  header: ReactNode;
  /** The width in the table; columns without one share the rest. */
  inlineSize?: { md: number; lg: number | string };
  /** Its place on a card: `title` and `badge` share the first line, `note` is small print after its `label`. */
  onCard: 'title' | 'badge' | 'text' | 'note' | 'action';
  /** Precedes the value of a `note`. */
  label?: string;
  value: (order: ServiceOrder) => ReactNode;
  /** Stands for a costly `value` far from the viewport, with the same text and links. */
  farValue?: (order: ServiceOrder) => ReactNode;
}

/** The fields of an order in the list (specification section 2), in the order of the table. */
export const COLUMNS: readonly Column[] = [
  {
    id: 'number',
    header: 'Order #',
    inlineSize: { md: 88, lg: '14%' },
    onCard: 'title',
    value: (order) => <TextValue text={order.ServiceOrderNbr} />,
  },
  {
    id: 'description',
    header: 'Description',
    onCard: 'text',
    value: (order) => <ShortText text={order.Description} />,
  },
  {
    id: 'status',
    header: 'Status',
    inlineSize: { md: 120, lg: '19%' },
    onCard: 'badge',
    value: (order) => <StatusChip status={order.Status} />,
    farValue: (order) => <TextValue text={order.Status} />,
  },
  {
    id: 'updated',
    header: 'Last Updated',
    inlineSize: { md: 118, lg: '21%' },
    onCard: 'note',
    label: 'Last updated',
    value: (order) => <DateValue text={order.LastModifiedDateTime} as="moment" />,
  },
  {
    id: 'details',
    header: <span style={visuallyHidden}>Details</span>,
    inlineSize: { md: 146, lg: 168 },
    onCard: 'action',
    value: ({ ServiceOrderNbr }) =>
      ServiceOrderNbr && canBeLinked(ServiceOrderNbr) && <ViewDetails orderNbr={ServiceOrderNbr} />,
    farValue: ({ ServiceOrderNbr }) =>
      ServiceOrderNbr &&
      canBeLinked(ServiceOrderNbr) && <Link {...detailsLink(ServiceOrderNbr)} style={AS_HIGH_AS_A_BUTTON} />,
  },
];

const THREE_LINES = {
  display: '-webkit-box',
  WebkitBoxOrient: 'vertical',
  WebkitLineClamp: 3,
  overflow: 'hidden',
} as const;

/** At most three lines; the detail screen has the whole text. */
const ShortText = ({ text }: { text: string | undefined }) => (
  <div style={THREE_LINES}>
    <TextValue text={text} />
  </div>
);

/** Half of a surrogate pair has no place in a URL: `encodeURIComponent` throws. */
const canBeLinked = (orderNbr: string): boolean => !/\p{Cs}/u.test(orderNbr);

/** The link to an order. Its accessible name starts with the visible label (WCAG 2.2, 2.5.3). */
const detailsLink = (orderNbr: string) => ({
  to: `/service-order/${encodeURIComponent(orderNbr)}`,
  'aria-label': `View Details of order ${orderNbr}`,
  children: 'View Details',
});

const ViewDetails = ({ orderNbr }: { orderNbr: string }) => (
  <Button component={Link} {...detailsLink(orderNbr)} variant="outlined" sx={{ px: 1.5 }} />
);

const AS_HIGH_AS_A_BUTTON = { display: 'inline-block', minBlockSize: 44 };
