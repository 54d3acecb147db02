import type { ServiceOrder } from '@portal/api';
import { Button, visuallyHidden } from '@portal/theme';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { DateValue } from '../values/dates';
import type { FromList } from './place';
import { StatusChip, TextValue } from '../values/text-value';

/** One field of an order in the list. An entry of `COLUMNS` is all that a new field needs. */
export interface Column {
  /** Its name in the address, when the list is sorted by it. */
  id: string;
  /** What the list is searched for and sorted by. */
  text?: (order: ServiceOrder) => string | undefined;
  /** Whether `text` is a point in time (ISO 8601). */
  isMoment?: boolean;
  /** The header cell of the table. */
  header: ReactNode;
  /** The width in the table; columns without one share the rest. */
  inlineSize?: { md: number; lg: number | string };
  /** Its place on a card: `title` and `badge` share the first line, `note` is small print after its `label`. */
  onCard: 'title' | 'badge' | 'text' | 'note' | 'action';
  /** Precedes the value of a `note`. */
  label?: string;
  value: (order: ServiceOrder) => ReactNode;
}

/** The fields of an order in the list (specification section 2), in the order of the table. */
export const COLUMNS: readonly Column[] = [
  {
    id: 'number',
    text: ({ ServiceOrderNbr }) => ServiceOrderNbr,
    header: 'Order #',
    inlineSize: { md: 104, lg: '14%' },
    onCard: 'title',
    value: (order) => <TextValue text={order.ServiceOrderNbr} />,
  },
  {
    id: 'description',
    text: ({ Description }) => Description,
    header: 'Description',
    onCard: 'text',
    value: (order) => (
      <span data-clamped>
        <TextValue text={order.Description} />
      </span>
    ),
  },
  {
    id: 'status',
    text: ({ Status }) => Status,
    header: 'Status',
    inlineSize: { md: 120, lg: '19%' },
    onCard: 'badge',
    value: (order) => <StatusChip status={order.Status} />,
  },
  {
    id: 'updated',
    text: ({ LastModifiedDateTime }) => LastModifiedDateTime,
    isMoment: true,
    header: 'Last Updated',
    inlineSize: { md: 128, lg: '21%' },
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
  },
];

/** Half of a surrogate pair has no place in a URL: `encodeURIComponent` throws. */
const canBeLinked = (orderNbr: string): boolean => !/\p{Cs}/u.test(orderNbr);

/** Links to an order. Its accessible name starts with the visible label (WCAG 2.2, 2.5.3). */
const ViewDetails = ({ orderNbr }: { orderNbr: string }) => {
  const { pathname, search } = useLocation();
  return (
    <Button
      component={Link}
      to={`/service-order/${encodeURIComponent(orderNbr)}`}
      state={{ list: pathname + search } satisfies FromList}
      variant="outlined"
      aria-label={`View Details of order ${orderNbr}`}
      sx={{ px: 1.5 }}
    >
      View Details
    </Button>
  );
};
