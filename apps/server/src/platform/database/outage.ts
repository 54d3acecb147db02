import { DatabaseUnavailableError } from './faults';

type Log = Record<'error' | 'warn', (details: object, text: string) => void>;

/** Without a failure for this long, an outage is over. */
const QUIET_MS = 5_000;

/** Logs an outage of the database, or that it is busy, in two lines, however many requests and rounds of work fail. */
export const createOutage = (log: Log, now: () => number = Date.now) => {
  let current: { isBusy: boolean; began: number; last: number; failures: number } | undefined;

  /** Call when a request or a round of work failed because the database is unavailable. */
  const failed = ({ reason, isBusy }: DatabaseUnavailableError) => {
    if (!current || (current.isBusy && !isBusy)) {
      if (isBusy) log.warn({ reason }, 'the database is busy');
      else log.error({ reason }, 'the database does not answer');
      current = { isBusy, began: now(), last: 0, failures: 0 };
    }
    current.last = now();
    current.failures += 1;
  };

  return {
    failed,
    /** Call with what background work threw. @param sentence about any other fault */
    caught: (err: unknown, sentence: string) => {
      if (err instanceof DatabaseUnavailableError) failed(err);
      else log.error({ err }, sentence);
    },
    /** Call when work that uses the database succeeded. */
    succeeded: () => {
      if (!current || now() - current.last < QUIET_MS) return;
      const { isBusy, began, last, failures } = current;
      current = undefined;
      const sentence = isBusy ? 'the database is no longer busy' : 'the database answers again';
      log.warn({ seconds: Math.ceil((last - began) / 1000), failures }, sentence);
    },
  };
};

export type Outage = ReturnType<typeof createOutage>;
