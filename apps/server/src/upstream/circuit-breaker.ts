import { Failure } from '../http/errors';
import { unreachable } from './upstream-calls';

/** How much of a server others may occupy, and when it gets a rest. */
const MAX_AT_ONCE = 32;
const MAX_FAILURES = 5;
const REST_MS = 10_000;

/**
 * Guards calls to a server that may fail: at most 32 at once, and none for ten seconds after five failures in a row. Then
 * one more failure is enough.
 */
export const createCircuitBreaker = (now: () => number = Date.now) => {
  let atOnce = 0;
  let failures = 0;
  let restsUntil = 0;
  const count = (status: number) => {
    failures = status >= 500 ? failures + 1 : 0;
    if (failures >= MAX_FAILURES) restsUntil = now() + REST_MS;
  };

  return async <Response extends { status: number }>(call: () => Promise<Response>): Promise<Response> => {
    if (now() < restsUntil) throw unreachable(503, Math.ceil((restsUntil - now()) / 1000)).named('resting');
    if (atOnce >= MAX_AT_ONCE) throw unreachable(503, 1).named('busy');
    atOnce += 1;
    try {
      const response = await call();
      count(response.status);
      return response;
    } catch (error) {
      count(error instanceof Failure ? error.statusCode : 500);
      throw error;
    } finally {
      atOnce -= 1;
    }
  };
};
