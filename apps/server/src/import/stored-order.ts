import type { OrderRecord } from './order-record';

/** A field in the wrapping of specification section 3, `{}` where there is nothing, as ERPs send it. */
const wrap = (value: string | undefined) => (value === undefined ? {} : { value });

/** An order as the database keeps it and the nine calls answer it. */
export const storedOrder = (customerId: string, { events, ...fields }: OrderRecord) => ({
  order_nbr: fields.ServiceOrderNbr,
  customer_id: customerId,
  document: JSON.stringify({
    ServiceOrderNbr: wrap(fields.ServiceOrderNbr),
    Description: wrap(fields.Description),
    Status: wrap(fields.Status),
    Date: wrap(fields.Date),
    LastModifiedDateTime: wrap(fields.LastModifiedDateTime),
  }),
  events: JSON.stringify(events),
  last_modified: fields.LastModifiedDateTime ? new Date(fields.LastModifiedDateTime) : null,
});

export type StoredOrder = ReturnType<typeof storedOrder>;
