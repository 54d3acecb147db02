import type { ServiceOrder } from '@portal/api';
import type { I18n } from '@portal/texts';
import type { ReactNode } from 'react';
import { DateValue } from '../values/date-value';
import { statusIn } from '../values/status';
import { StatusChip, TextValue } from '../values/text-value';

/** A field of an order. */
export interface OrderField {
  /** The label in Order Summary, for `i18n.t`. */
  label: string;
  /** The value to search and sort by. */
  text: (order: ServiceOrder, i18n: I18n) => string | undefined;
  /** How a date is written. */
  date?: 'day' | 'moment';
  value: (order: ServiceOrder) => ReactNode;
}

/**
 * The fields of an order (specification section 3). Order Summary shows them in this order, and the search of the list
 * finds them. To add a field, add an entry.
 */
export const FIELDS = {
  number: {
    label: /*i18n*/ 'Order #',
    text: ({ ServiceOrderNbr }) => ServiceOrderNbr,
    value: ({ ServiceOrderNbr }) => <TextValue text={ServiceOrderNbr} translate="no" />,
  },
  status: {
    label: /*i18n*/ 'Status',
    text: ({ Status }, i18n) => Status && statusIn(Status, i18n),
    value: ({ Status }) => <StatusChip status={Status} />,
  },
  date: {
    label: /*i18n*/ 'Date',
    text: ({ Date }) => Date,
    date: 'day',
    value: ({ Date }) => <DateValue text={Date} as="day" isRelative />,
  },
  updated: {
    label: /*i18n*/ 'Last Modified',
    text: ({ LastModifiedDateTime }) => LastModifiedDateTime,
    date: 'moment',
    value: ({ LastModifiedDateTime }) => <DateValue text={LastModifiedDateTime} as="moment" isRelative />,
  },
  description: {
    label: /*i18n*/ 'Summary',
    text: ({ Description }) => Description,
    value: ({ Description }) => <TextValue text={Description} />,
  },
} satisfies Record<string, OrderField>;
