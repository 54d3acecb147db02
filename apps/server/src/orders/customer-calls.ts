import type { FastifyRequest } from 'fastify';
import type { Portal } from '../platform/crypto/keys';
import type { RequireCustomer, Routes } from '../platform/http/validation';
import type { RunningSource } from './order-source';
import type { FoundOrder } from './records/order-store';

/** Calls beside those of the specification, and what they add to the orders that those respond with. */
export interface CustomerCalls {
  routes: Routes<object>;
  /** Fields of an order, and its events, which replace those that are stored. */
  toOrder: (request: FastifyRequest, customerId: string, order: FoundOrder) => Promise<AddedToOrder>;
  /** Adds to the list of orders. @param list the text of a JSON array */
  toList?: (customerId: string, list: string) => Promise<string>;
}

/** What goes to the customer with an order; only one of the additions has `events`. */
type AddedToOrder = Record<string, { value: unknown } | object[]>;

/** What these calls get from the portal. */
export interface CustomerCallsContext extends Portal {
  requireCustomer: RequireCustomer;
  sources: readonly RunningSource[];
  /** Reports a failure of background work; the next round tries again. */
  onError: (error: unknown) => void;
}

/** An answer of a customer, with all that an operator needs to act by hand. */
export interface UndeliveredAnswer {
  id: string;
  since: Date;
  order: string;
  customer: string;
  question: string | null;
  answer: string | null;
  text: string | null;
  files: readonly { id: string; name: string }[];
  /** Where it did not arrive, after how many attempts, and why. */
  waitsFor: string;
}

/** The answers of customers that have not reached the company. */
export interface UndeliveredAnswers {
  list: () => Promise<UndeliveredAnswer[]>;
  file: (id: string) => Promise<{ name: string; type: string; content: Buffer } | undefined>;
  /** @param ids absent: all. @returns those that are due now */
  retry: (ids?: readonly string[]) => Promise<string[]>;
  /** @param ids absent: all. @returns those that are no longer delivered */
  remove: (ids?: readonly string[]) => Promise<string[]>;
  /** How many there are, by the system that lacks them. */
  measure: () => Promise<{ target: string; count: number; oldestSeconds: number }[]>;
}
