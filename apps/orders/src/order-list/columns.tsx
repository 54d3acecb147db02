import type { ServiceOrder } from '@portal/api';
import { Box, Button, visuallyHidden } from '@portal/theme';
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
  },
];

/** At most three lines; the detail screen has the whole text. */
const ShortText = ({ text }: { text: string | undefined }) => (
  <Box sx={{ display: '-webkit-box', WebkitBoxOrient: 'vertical', WebkitLineClamp: 3, overflow: 'hidden' }}>
    <TextValue text={text} />
  </Box>
);

/** Half of a surrogate pair has no place in a URL: `encodeURIComponent` throws. */
const canBeLinked = (orderNbr: string): boolean => !/\p{Cs}/u.test(orderNbr);

/** Links to an order. Its accessible name starts with the visible label (WCAG 2.2, 2.5.3). */
const ViewDetails = ({ orderNbr }: { orderNbr: string }) => (
  <Button
    component={Link}
    to={`/service-order/${encodeURIComponent(orderNbr)}`}
    variant="outlined"
    aria-label={`View Details of order ${orderNbr}`}
    sx={{ px: 1.5 }}
  >
    View Details
  </Button>
);
