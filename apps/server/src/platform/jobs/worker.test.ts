import { backOff, startWorker } from './worker';

/** A job whose rounds a test can await and finish one by one. */
const createJob = () => {
  const rounds: (() => void)[] = [];
  const starts: (() => void)[] = [];
  const run = () =>
    new Promise<void>((finish) => {
      rounds.push(finish);
      starts.splice(0).forEach((started) => started());
    });
  const startOf = (round: number) =>
    rounds.length >= round ? Promise.resolve() : new Promise<void>((resolve) => starts.push(resolve));
  return { run, startOf, finish: (round: number) => rounds[round - 1]?.(), count: () => rounds.length };
};

const never = 2 ** 30;
const unexpected = (error: unknown) => {
  throw error;
};

test('wake() starts the next round immediately, even when called during a round', async () => {
  const job = createJob();
  const worker = startWorker({ run: job.run, everyMs: never, onError: unexpected });
  await job.startOf(1);
  worker.wake();
  job.finish(1);
  await job.startOf(2);
  job.finish(2);
  const stopped = worker.stop();
  await stopped;
  expect(job.count()).toBe(2);
});

test('stop() waits for the current round', async () => {
  const job = createJob();
  const worker = startWorker({ run: job.run, everyMs: never, onError: unexpected });
  await job.startOf(1);
  let stopped = false;
  const stopping = worker.stop().then(() => (stopped = true));
  await Promise.resolve();
  expect(stopped).toBe(false);
  job.finish(1);
  await stopping;
  expect(job.count()).toBe(1);
});

test('reports a failed round and runs the next one', async () => {
  const errors: unknown[] = [];
  const job = createJob();
  const fails = [true, false];
  const run = async () => {
    if (fails.shift()) throw new Error('database away');
    return job.run();
  };
  const worker = startWorker({ run, everyMs: 1, onError: (error) => errors.push(error) });
  await job.startOf(1);
  job.finish(1);
  await worker.stop();
  expect(errors).toEqual([new Error('database away')]);
});

test('starts the next round immediately when there is more to do, until the worker stops', async () => {
  const job = createJob();
  const run = () => job.run().then(() => true);
  const worker = startWorker({ run, everyMs: never, onError: unexpected });
  await job.startOf(1);
  job.finish(1);
  await job.startOf(2);
  const stopped = worker.stop();
  job.finish(2);
  await stopped;
  expect(job.count()).toBe(2);
});

test('the pause before a retry doubles up to a minute, with jitter over its second half', () => {
  expect([1, 2, 4, 5, 6].map((attempts) => backOff(attempts, 60, 1))).toEqual([5, 10, 40, 60, 60]);
  expect(backOff(3, 60, 0)).toBe(10);
  expect(backOff(3, 60, 0.5)).toBe(15);
});
