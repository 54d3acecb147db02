import { DatabaseUnavailableError } from '../database/faults';
import type { App } from '../http/validation';
import { workWhileListening, type Job } from './worker';

/** Does work of one kind, several pieces at once. */
interface RunningLane {
  /** Begins with what is due, as far as there is room. @returns whether there may be more */
  dispatch: () => Promise<boolean>;
  /** Waits for what is under way. */
  finish: () => Promise<unknown>;
}

/**
 * Keeps what is under way in a lane: one piece of work that hangs does not delay the next.
 * @param onLost called with the error of one that nobody handled
 */
export const createUnderway = (onLost: (error: unknown) => void) => {
  const underway = new Set<Promise<void>>();
  return {
    start: (work: Promise<void>): void => {
      const settled = work
        .catch((error: unknown) => {
          // The next lease meets an outage of the database as well, and reports it.
          if (!(error instanceof DatabaseUnavailableError)) onLost(error);
        })
        .finally(() => underway.delete(settled));
      underway.add(settled);
    },
    /** Waits until fewer than `limit` are under way. @returns how many may begin */
    room: async (limit: number): Promise<number> => {
      if (underway.size >= limit) await Promise.race(underway);
      return limit - underway.size;
    },
    finish: () => Promise.all(underway),
  };
};

/** Runs lanes independently of each other while the app listens. @returns `wake`: starts their next rounds now */
export const runLanes = (app: App, lanes: readonly RunningLane[], pace: Pick<Job, 'everyMs' | 'onError'>) => {
  const workers = lanes.map(({ dispatch }) => workWhileListening(app, { run: dispatch, ...pace }));
  app.addHook('onClose', async () => {
    await Promise.all(workers.map((worker) => worker.stop()));
    await Promise.all(lanes.map(({ finish }) => finish()));
  });
  return {
    wake: (): void => {
      for (const worker of workers) worker.wake();
    },
  };
};
