import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import getPort from 'get-port';
import { callCommand, configOf, withCommands } from '../src/operations/commands/run';
import { openDatabase } from '../src/platform/database/connect';
import { orderStore } from '../src/orders/records/order-store';
import { putReleasesIn, shellRelease } from '../src/testing/releases';

/**
 * `pnpm --filter server drill:embedded [ROUNDS]`: kills a portal on the embedded database during writes, and starts it
 * again. Prints how long each start took, and fails if an acknowledged write is missing or a start took too long.
 */

const ROUNDS = Number(process.argv[2] ?? 50);
const LIMIT_MS = 3_000;

const server = fileURLToPath(new URL('..', import.meta.url));
const dataDir = await mkdtemp(join(tmpdir(), 'portal-drill-'));
const port = await getPort();
await putReleasesIn({ dataDir }, shellRelease());

const isReady = () =>
  fetch(`http://127.0.0.1:${port}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );

/** Starts the portal, and measures until it is ready. */
const start = async () => {
  const began = performance.now();
  const child = spawn(process.execPath, ['--enable-source-maps', 'dist/main.js'], {
    cwd: server,
    env: { DATA_DIR: dataDir, PORT: String(port), LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  while (!(await isReady())) {
    if (child.exitCode !== null) throw new Error(`The portal ended with ${child.exitCode}.`);
    await sleep(10);
  }
  return { child, took: performance.now() - began };
};

let written = 0;
const acknowledged: string[] = [];

/** Writes one order after another until the portal is gone. */
const write = async () => {
  for (;;) {
    written += 1;
    const nbr = `W${written}`;
    const order = {
      ServiceOrderNbr: nbr,
      Description: 'Drill',
      LastModifiedDateTime: '2026-03-05T10:00:00Z',
    };
    const rows = JSON.stringify([{ email: 'drill@example.com', orders: [order] }]);
    const load = withCommands(configOf({ env: { DATA_DIR: dataDir } }), (send) =>
      callCommand(send, '/import', Readable.from([rows])),
    );
    // Only the portal's answer counts: without it, the command opens the database itself.
    if (
      !(await load.then(
        () => isReady(),
        () => false,
      ))
    )
      return;
    acknowledged.push(nbr);
  }
};

const missingWrites = async () => {
  const { database, close } = await openDatabase({ databaseUrl: undefined, dataDir });
  const there = await orderStore(database).findOwners(acknowledged);
  await close();
  return acknowledged.length - there.length;
};

const { child: first, took: firstTook } = await start();
let portal = first;
const starts: number[] = [];
for (let round = 0; round < ROUNDS; round++) {
  const writing = write();
  await sleep(200 + 800 * Math.random());
  const exit = once(portal, 'exit');
  portal.kill('SIGKILL');
  await Promise.all([exit, writing]);
  const { child, took } = await start();
  portal = child;
  starts.push(took);
}
portal.kill('SIGKILL');
await once(portal, 'exit');
const missing = await missingWrites();
await rm(dataDir, { recursive: true });

const seconds = (ms = 0) => `${(ms / 1000).toFixed(2)} s`;
const sorted = starts.toSorted((a, b) => a - b);
console.table({
  'kill -9 during writes': ROUNDS,
  'acknowledged writes': acknowledged.length,
  'of them missing': missing,
  'first start, with a new database': seconds(firstTook),
  'start after a kill, median': seconds(sorted[Math.floor(sorted.length / 2)]),
  'start after a kill, longest': seconds(sorted.at(-1)),
});
process.exitCode = missing === 0 && sorted.every((took) => took < LIMIT_MS) ? 0 : 1;
