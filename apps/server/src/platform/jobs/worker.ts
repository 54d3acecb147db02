import { setTimeout as sleep } from 'node:timers/promises';
import type { App } from '../http/validation';

const FIRST_RETRY_SECONDS = 5;

/**
 * Seconds until the next attempt: doubled each time, and randomized so that what failed together is not retried together.
 */
export const backOff = (attempts: number, longestSeconds: number, random = Math.random()) =>
  Math.min(longestSeconds, FIRST_RETRY_SECONDS * 2 ** (attempts - 1)) * (0.5 + random / 2);

/** Work that is done in rounds. */
export interface Job {
  /** Resolves to true when there is more to do at once. */
  run: () => Promise<boolean | void>;
  /** The pause between rounds; `wake` ends it early. */
  everyMs: number;
  onError: (error: unknown) => void;
}

/** Runs a job at intervals and on `wake`; `stop` waits for the current round. */
export const startWorker = ({ run, everyMs, onError }: Job) => {
  let pause = new AbortController();
  let stopped = false;

  const loop = async () => {
    while (!stopped) {
      pause = new AbortController();
      const isMore = await run().catch(onError);
      if (isMore) continue;
      // If `wake` was called during the round, the signal is aborted and the next round starts now.
      await sleep(stopped ? 0 : everyMs, undefined, { signal: pause.signal }).catch(() => {});
    }
  };
  const finished = loop();
  const wake = () => pause.abort();

  return {
    wake,
    stop: () => {
      stopped = true;
      wake();
      return finished;
    },
  };
};

/** Runs a job from the moment when the app listens. Call `stop` when it closes. */
export const workWhileListening = (app: App, job: Job) => {
  let worker: ReturnType<typeof startWorker> | undefined;
  app.addHook('onListen', async () => {
    worker = startWorker(job);
  });
  return {
    wake: () => worker?.wake(),
    stop: async () => worker?.stop(),
  };
};
