import { orderNbrSchema } from '@portal/api/wire';
import * as v from 'valibot';
import { anObject, field, listField, text, textField, timestamp } from './record-fields';

const timestampField = v.pipe(textField, v.optional(timestamp));

export const eventRecord = v.object(
  {
    summary: textField,
    body: textField,
    created_by: textField,
    created_at: timestampField,
    createdDateTime: timestampField,
    status: textField,
    Internal: v.pipe(field, v.optional(v.boolean('must be true or false'))),
  },
  anObject,
);

/** Drops the events that the ERP marks as internal: customers must not see them. */
const forCustomers = v.transform((events: v.InferOutput<typeof eventRecord>[]) =>
  events.filter(({ Internal }) => Internal !== true).map(({ Internal: _, ...event }) => event),
);

/**
 * A service order from an import or an ERP (specification section 3): every field wrapped, plain, `{}` or absent.
 * Unknown fields are dropped, so that nothing internal reaches a customer.
 */
export const orderRecord = v.object(
  {
    ServiceOrderNbr: v.pipe(
      field,
      v.check((value) => value !== undefined, 'is missing: every order needs its number'),
      text,
      orderNbrSchema,
    ),
    Description: textField,
    Status: textField,
    Date: timestampField,
    LastModifiedDateTime: timestampField,
    events: v.pipe(listField(eventRecord), forCustomers),
  },
  anObject,
);

export type OrderRecord = v.InferOutput<typeof orderRecord>;

/** Wraps a field as specification section 3 does; an empty one is `{}`, as ERPs send it. */
const wrap = (value: string | undefined) => (value === undefined ? {} : { value });

/** The row of an order; `document` and `events` are what the calls answer. */
export const storedOrder = (customerId: string, { events, ...fields }: OrderRecord) => ({
  order_nbr: fields.ServiceOrderNbr,
  customer_id: customerId,
  document: {
    ServiceOrderNbr: wrap(fields.ServiceOrderNbr),
    Description: wrap(fields.Description),
    Status: wrap(fields.Status),
    Date: wrap(fields.Date),
    LastModifiedDateTime: wrap(fields.LastModifiedDateTime),
  },
  events,
  last_modified: fields.LastModifiedDateTime ? new Date(fields.LastModifiedDateTime) : null,
});

export type StoredOrder = ReturnType<typeof storedOrder>;
