import { readFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { createSessions } from '../../identity/sessions/session-store';
import { openDatabase } from '../../platform/database/connect';
import { startPostgres } from '../../testing/postgres-server';
import { LISTENING, startServer } from '../../testing/server-process';
import { importCustomers } from '../import/import-customers';

/* 60 photos of pure noise, which no format makes smaller, arrive at once. `pnpm --filter server build` first. */

const CUSTOMERS = 12;
const PHOTOS_OF_EACH = 5;
const MOST_MEGABYTES = 600;

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

/** The most memory that a process has had, in megabytes. */
const peakOf = async (pid: number | undefined): Promise<number> =>
  Number(/VmHWM:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;

test('photos that arrive at once wait for each other, and not in memory', async () => {
  const home = await mkdtemp(join(tmpdir(), 'portal-uploads-'));
  closing.push(() => rm(home, { recursive: true }));
  const postgres = await startPostgres();
  closing.push(postgres.stop);
  const server = startServer(home, {
    DATABASE_URL: postgres.url,
    SECRET_KEY: 'ab'.repeat(32),
    ANSWERS_EMAIL: 'service@acme.example',
  });
  closing.push(async () => {
    server.child.kill('SIGTERM');
    await server.exit;
  });
  const url = await server.waitForOutput(LISTENING);
  const { database, close } = await openDatabase({ databaseUrl: postgres.url, dataDir: '' });
  closing.push(close);
  const rows = Array.from({ length: CUSTOMERS }, (_, customer) => ({ email: `${customer}@example.com` }));
  await importCustomers(database, JSON.stringify(rows));
  const customers = await database.selectFrom('customers').select('id').execute();

  // Almost 10 MB.
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
  const photo = await sharp({ create: { width: 4000, height: 3000, channels: 3, background: '#000', noise } })
    .jpeg({ quality: 90 })
    .toBuffer();
  const sessions = createSessions(database, { idleMinutes: 60, absoluteHours: 1 });
  const send = async (session: string): Promise<number> => {
    const cookie = `session_token=${session}`;
    const { headers } = await fetch(`${url}/auth-check`, { headers: { cookie } });
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(photo)]), 'noise.jpg');
    const { status } = await fetch(`${url}/orders/answer/files`, {
      method: 'POST',
      headers: { cookie, 'x-xsrf-token': headers.get('x-xsrf-token') ?? '' },
      body: form,
    });
    return status;
  };
  const began = Date.now();
  const statuses = await Promise.all(
    customers.map(async ({ id }) => {
      const session = await sessions.open(id);
      return Promise.all(Array.from({ length: PHOTOS_OF_EACH }, () => send(session)));
    }),
  );
  const peak = Math.round(await peakOf(server.child.pid));
  const seconds = Math.round((Date.now() - began) / 1000);
  process.stderr.write(
    `${statuses.flat().length} photos of ${photo.length} bytes: ${peak} MB, ${seconds} s\n`,
  );
  expect(new Set(statuses.flat())).toEqual(new Set([200]));
  expect(peak).toBeLessThan(MOST_MEGABYTES);
}, 600_000);
