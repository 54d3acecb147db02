import { setTimeout as sleep } from 'node:timers/promises';

interface Job {
  /** What to do, again and again. */
  run: () => Promise<void>;
  /** Milliseconds between two rounds that nobody asked for. */
  everyMs: number;
  onError: (error: unknown) => void;
}

/** Runs a job at intervals and when woken; `stop` waits for the round under way. */
export const startWorker = ({ run, everyMs, onError }: Job) => {
  let pause = new AbortController();
  let stopped = false;

  const loop = async () => {
    while (!stopped) {
      pause = new AbortController();
      await run().catch(onError);
      // Woken while the job ran, the signal is aborted already, and the next round starts at once.
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
