import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { copySnapshot } from './testing/database-snapshot';

const tsx = pathToFileURL(createRequire(__filename).resolve('tsx')).href;

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'portal-'));
});
afterEach(() => rm(dataDir, { recursive: true }));

const start = (env: Record<string, string> = {}) =>
  spawn(process.execPath, ['--import', tsx, join(__dirname, 'main.ts')], {
    env: { PATH: process.env['PATH'], DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'silent', ...env },
  });

test('a port in use ends the start with advice, and leaves nothing open', async () => {
  await copySnapshot(dataDir);
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const address = other.address();
  const port = address && typeof address === 'object' ? address.port : 0;
  const portal = start({ PORT: String(port) });
  const [said, [exitCode]] = await Promise.all([text(portal.stderr), once(portal, 'close')]);
  other.close();
  expect(exitCode).toBe(1);
  expect(said).toContain(
    `Port ${port} is in use. Stop the program that uses it, or choose another: PORT=${port + 1}.`,
  );
  expect(await readdir(dataDir)).not.toContain('admin.sock');
});

test('SIGTERM shuts it down cleanly', async () => {
  await copySnapshot(dataDir);
  const portal = start();
  for await (const said of portal.stdout) if (String(said).includes('Ctrl+C')) break;
  portal.kill('SIGTERM');
  const [exitCode, signal] = await once(portal, 'close');
  expect({ exitCode, signal }).toEqual({ exitCode: 0, signal: null });
  const left = await readdir(dataDir);
  for (const file of ['admin.sock', 'database.lock']) expect(left).not.toContain(file);
});
