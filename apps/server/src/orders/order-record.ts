import * as v from 'valibot';
import { orderNbr } from '../orders/order-nbr';
import { anObject, field, listField, text, textField } from './fields';
import { timestamp } from './timestamp';

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

/** A note among colleagues is no customer's business: the ERP marks it as internal. */
const forCustomers = v.transform((events: v.InferOutput<typeof eventRecord>[]) =>
  events.filter(({ Internal }) => Internal !== true).map(({ Internal: _, ...event }) => event),
);

/**
 * A service order as an import or an ERP brings it (specification section 3): every field wrapped, plain, `{}` or
 * absent. Fields that the portal does not know are left out, so that nothing internal reaches a customer.
 */
export const orderRecord = v.object(
  {
    ServiceOrderNbr: v.pipe(
      field,
      v.check((value) => value !== undefined, 'is missing: an order is known by its number'),
      text,
      orderNbr,
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
