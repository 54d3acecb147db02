import { Failure } from '../http/errors';
import { unreachable } from './upstream-calls';

const MAX_AT_ONCE = 32;
const MAX_FAILURES = 5;
const REST_MS = 10_000;

/**
 * Guards calls to a server that may fail: at most 32 at once, and none for ten seconds after five failures in a row. Then
 * one more failure is enough.
 */
export const createCircuitBreaker = () => {
  let atOnce = 0;
  let failures = 0;
  let restsUntil = 0;
  const count = (status: number) => {
    failures = status >= 500 ? failures + 1 : 0;
    if (failures >= MAX_FAILURES) restsUntil = Date.now() + REST_MS;
  };

  return async <Result extends { status: number }>(call: () => Promise<Result>): Promise<Result> => {
    const restMs = restsUntil - Date.now();
    if (restMs > 0) throw unreachable(503, Math.ceil(restMs / 1000)).named('resting');
    if (atOnce >= MAX_AT_ONCE) throw unreachable(503, 1).named('busy');
    atOnce += 1;
    try {
      const result = await call();
      count(result.status);
      return result;
    } catch (error) {
      count(error instanceof Failure ? error.statusCode : 500);
      throw error;
    } finally {
      atOnce -= 1;
    }
  };
};
