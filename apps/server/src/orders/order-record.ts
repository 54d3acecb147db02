import { orderNbrSchema } from '@portal/api/wire';
import * as v from 'valibot';
import { anObject, field, identityField, listField, text, textField, timestamp } from './record-fields';

const timestampField = v.pipe(field, v.optional(timestamp));

/** Far more than an order has. Bounds the work that one order can cause. */
const MAX_EVENTS = 2000;

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
    events: v.pipe(listField(eventRecord, MAX_EVENTS), forCustomers),
    /** The customer whom the order belonged to: without it, an import never moves an order. */
    movedFrom: identityField,
  },
  anObject,
);

export type OrderRecord = v.InferOutput<typeof orderRecord>;

/** Wraps a field as specification section 3 does; an empty one is `{}`, as ERPs send it. */
const wrap = (value: string | undefined) => (value === undefined ? {} : { value });

/** The row of an order; `document` and `events` are what the calls answer. */
export const storedOrder = (customerId: string, { events, movedFrom: _, ...fields }: OrderRecord) => ({
  order_nbr: fields.ServiceOrderNbr,
  customer_id: customerId,
  document: Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, wrap(value)])),
  events,
  last_modified: fields.LastModifiedDateTime ? new Date(fields.LastModifiedDateTime) : null,
});

export type StoredOrder = ReturnType<typeof storedOrder>;
