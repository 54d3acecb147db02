import * as v from 'valibot';
import { textField } from './unwrap';

const eventSchema = v.pipe(
  v.object({
    summary: textField,
    body: textField,
    created_by: textField,
    created_at: textField,
    createdDateTime: textField,
    status: textField,
  }),
  v.transform(({ created_at, createdDateTime, ...event }) => ({
    ...event,
    created_at: created_at ?? createdDateTime,
  })),
);

/** A service order (specification section 3). Fields are unwrapped; a missing one is undefined. */
export const serviceOrderSchema = v.object({
  ServiceOrderNbr: textField,
  Description: textField,
  Status: textField,
  Date: textField,
  LastModifiedDateTime: textField,
  events: v.optional(v.nullable(v.array(eventSchema))),
});

/** One line of the event log. `body` is HTML, `created_at` an ISO 8601 timestamp. */
export type ServiceOrderEvent = v.InferOutput<typeof eventSchema>;
export type ServiceOrder = v.InferOutput<typeof serviceOrderSchema>;
