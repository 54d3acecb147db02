import { once } from 'node:events';
import { readdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { version } from '../package.json';
import { copySnapshot } from './testing/database-snapshot';
import { putReleasesIn, shellRelease } from './testing/releases';
import { LISTENING, useServers } from './testing/server-process';

const { home, start } = useServers();

test('keeps another process out of its data directory, and exits cleanly on SIGTERM', async () => {
  await copySnapshot(home());
  await putReleasesIn({ dataDir: home() }, shellRelease());
  const first = start();
  const url = await first.waitForOutput(LISTENING);
  expect((await fetch(`${url}/readyz`)).status).toBe(200);

  const second = start();
  expect(await second.exit).toBe(1);
  expect(second.output()).toContain(`is in use by process ${first.child.pid}`);

  first.child.kill('SIGTERM');
  expect(await first.exit).toBe(0);
  expect((await readdir(home())).filter((file) => file.endsWith('.sock'))).toEqual([]);
});

test('after SIGTERM, reports that it is not ready but serves customers until it exits', async () => {
  await copySnapshot(home());
  await putReleasesIn({ dataDir: home() }, shellRelease());
  const server = start({ SHUTDOWN_DELAY_SECONDS: '2' });
  const url = await server.waitForOutput(LISTENING);
  server.child.kill('SIGTERM');
  const readiness = async () => (await fetch(`${url}/readyz`)).status;
  while ((await readiness()) !== 503);
  expect((await fetch(`${url}/auth-check`)).status).toBe(401);
  expect(await server.exit).toBe(0);
  await expect(fetch(`${url}/healthz`)).rejects.toThrow('fetch failed');
});

test('writes nothing but JSON without a terminal: its version first, codes that nothing sends, and that it is not ready', async () => {
  await copySnapshot(home());
  const server = start();
  await server.waitForOutput(/Not ready: There is no shell to show\./);
  const url = await server.waitForOutput(LISTENING);
  const { headers } = await fetch(`${url}/auth-check`);
  const email = 'ann@example.com';
  const sent = await fetch(`${url}/customer-login/email`, {
    method: 'POST',
    headers: {
      cookie: headers
        .getSetCookie()
        .map((cookie) => cookie.split(';')[0])
        .join('; '),
      'x-xsrf-token': headers.get('x-xsrf-token') ?? '',
      'content-type': 'application/json',
    },
    body: JSON.stringify({ email }),
  });
  expect(sent.status).toBe(200);
  await server.waitForOutput(/"subject":"\d{6} is your Acme access code"/);
  server.child.kill('SIGTERM');
  expect(await server.exit).toBe(0);
  const lines = server.output().trim().split('\n');
  const messages = lines.map((line): unknown => Reflect.get(Object(JSON.parse(line)), 'msg'));
  expect(messages[0]).toBe(`portal ${version}`);
});

test('exits immediately on a second signal', async () => {
  await copySnapshot(home());
  const server = start({ SHUTDOWN_DELAY_SECONDS: '600' });
  await server.waitForOutput(LISTENING);
  server.child.kill('SIGTERM');
  server.child.kill('SIGINT');
  expect(await server.exit).toBe(1);
});

test('exits with advice when the port is in use, and leaves no socket', async () => {
  await copySnapshot(home());
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const address = other.address();
  const port = address && typeof address === 'object' ? address.port : 0;
  const server = start({ PORT: String(port) });
  expect(await server.exit).toBe(1);
  other.close();
  expect(server.output()).toContain(
    `Port ${port} is in use. Stop the program that uses it, or choose another: PORT=${port + 1}.`,
  );
  expect((await readdir(home())).filter((file) => file.endsWith('.sock'))).toEqual([]);
});

test.each([
  [
    'a DATA_DIR that is not writable, even with SECRET_KEY set',
    { DATA_DIR: '/dev/null/portal', SECRET_KEY: '00'.repeat(32) },
    /DATA_DIR must be a writable directory on a disk with free space\. In \/dev\/null\/portal, a part of the path is a file \(ENOTDIR\)/,
  ],
  [
    'a DATA_DIR where no folder can be made',
    { DATA_DIR: '/proc/portal' },
    /In \/proc\/portal, the folder that it is in accepts none \(ENOENT\)/,
  ],
  ['REMOTES of another form', { REMOTES: 'remotes.json' }, /REMOTES: "orders\.0" /],
])('reports %s in a sentence, without a stack trace', async (_what, env, sentence) => {
  await writeFile(join(home(), 'remotes.json'), '{"orders": ["hunter2"]}');
  const remotes = 'REMOTES' in env && { REMOTES: join(home(), 'remotes.json') };
  const server = start({ ...env, ...remotes });
  expect(await server.exit).toBe(1);
  expect(server.output()).toMatch(sentence);
  expect(server.output()).not.toMatch(/hunter2|at .*\.ts/);
});
