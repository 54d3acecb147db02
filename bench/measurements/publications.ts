import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { exitCode } from '../../e2e/support/run';
import { PHONES } from '../customers';
import { inTurn, ratio, type Measurement } from '../measurement';
import { signIn, startPortal, type Portal } from '../portal';

const IDLE_MS = 5000;

/** Requests pages, one after the other, while work goes on. @returns the milliseconds of the slowest */
const slowestPage = async (url: string, session: string, work: Promise<unknown>): Promise<number> => {
  const headers = { accept: 'text/html', cookie: `session_token=${session}` };
  let isDone = false;
  const done = work.finally(() => (isDone = true));
  let slowest = 0;
  while (!isDone) {
    const started = performance.now();
    await (await fetch(`${url}/service-orders`, { headers })).text();
    slowest = Math.max(slowest, performance.now() - started);
  }
  await done;
  return slowest;
};

/** Eight teams that publish 60 MB each, in a process of their own, once they are ready. */
const startTeams = async ({ url, dataDir }: Portal, version: string) => {
  const script = join(import.meta.dirname, '../publish-large.ts');
  const teams = spawn(process.execPath, ['--import', 'tsx', script, url, dataDir, version], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const published = exitCode(teams).then((code) => {
    if (code !== 0) throw new Error('The teams could not publish.');
  });
  await Promise.race([once(teams.stdout, 'data'), published]);
  return { published };
};

/** How long customers wait for a page while eight teams publish 60 MB each. */
export const publications: Measurement = async ({ rounds }) => {
  const portal = await startPortal('publications');
  const session = await signIn(portal, PHONES.usual);
  let version = 0;
  const variants = {
    idle: () => slowestPage(portal.url, session, sleep(IDLE_MS)),
    publishing: async () => {
      version += 1;
      const { published } = await startTeams(portal, `1.0.${version}`);
      return slowestPage(portal.url, session, published);
    },
  };
  // Warm up: the first pages compile functions.
  await variants.idle();
  const { idle, publishing } = await inTurn(rounds, variants);
  await portal.stop();
  return [
    ratio('nobody publishes', {
      what: 'slowest page, eight teams publish 60 MB each',
      unit: 'ms',
      ours: publishing,
      baseline: idle,
      goal: { atMost: 2 },
    }),
  ];
};
