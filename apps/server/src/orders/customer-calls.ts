import type { FastifyRequest } from 'fastify';
import type { Portal } from '../platform/crypto/keys';
import type { RequireCustomer, Routes } from '../platform/http/validation';
import type { RunningSource } from './order-source';
import type { FoundOrder } from './records/order-store';

/** Calls beside those of the specification, and what they add to the orders that those respond with. */
export interface CustomerCalls {
  routes: Routes<object>;
  toOrder: (request: FastifyRequest, customerId: string, order: FoundOrder) => Promise<SentOrder>;
  /** @param list the text of a JSON array */
  toList: (customerId: string, list: string) => Promise<string>;
}

/** An order on its way to the customer. */
type SentOrder = Pick<FoundOrder, 'document'> & { events: object[] };

export interface CustomerCallsContext extends Portal {
  requireCustomer: RequireCustomer;
  sources: readonly RunningSource[];
  /** Reports a failure of background work; the next round tries again. */
  onError: (error: unknown) => void;
}
