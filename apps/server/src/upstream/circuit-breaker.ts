import { Failure } from '../http/errors';
import { unreachable } from './upstream-calls';

const MAX_AT_ONCE = 32;
/** So that one customer cannot keep all others out. */
const MAX_OF_CUSTOMER = 8;
const MAX_FAILURES = 5;
const REST_MS = 10_000;

/** Any response, also a bad one, shows that the server is alive. */
const isOutage = (error: unknown): boolean =>
  error instanceof Failure && (error.code === 'unreachable' || error.code === 'too-slow');

/**
 * Guards calls to a server that may fail: at most 32 at once, 8 of them for one customer, and none for ten seconds after
 * it was out of reach or too slow five times in a row. Then once more is enough.
 */
export const createCircuitBreaker = () => {
  const customers: string[] = [];
  let failures = 0;
  let restsUntil = 0;

  return async <Result>(customerId: string, call: () => Promise<Result>): Promise<Result> => {
    const restMs = restsUntil - Date.now();
    if (restMs > 0) throw unreachable(503, Math.ceil(restMs / 1000)).named('resting');
    const ofCustomer = customers.filter((id) => id === customerId).length;
    if (customers.length >= MAX_AT_ONCE || ofCustomer >= MAX_OF_CUSTOMER)
      throw unreachable(503, 1).named('busy');
    customers.push(customerId);
    try {
      const result = await call();
      failures = 0;
      return result;
    } catch (error) {
      failures = isOutage(error) ? failures + 1 : 0;
      if (failures >= MAX_FAILURES) restsUntil = Date.now() + REST_MS;
      throw error;
    } finally {
      customers.splice(customers.indexOf(customerId), 1);
    }
  };
};
