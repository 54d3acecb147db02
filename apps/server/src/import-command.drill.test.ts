import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { copySnapshot } from './testing/database-snapshot';

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'portal-'));
});
afterEach(() => rm(directory, { recursive: true }));

const write = async (rows: object[]) => {
  const path = join(directory, 'customers.json');
  await writeFile(path, JSON.stringify(rows));
  return path;
};

const environment = (env: Record<string, string>) => ({
  PATH: process.env['PATH'],
  DATA_DIR: join(directory, 'data'),
  ...env,
});

const start = (program: string, args: string[], env: Record<string, string>) =>
  spawn(process.execPath, [join(__dirname, '../dist', program), ...args], { env: environment(env) });

const run = async (args: string[], env: Record<string, string> = {}) => {
  const child = start('import-command.js', args, env);
  const [out, err, [exitCode]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  return { exitCode: Number(exitCode), out, err };
};

test.each([
  { what: 'an invalid variable', env: { PORT: 'http' }, reason: 'PORT must be a port number' },
  {
    what: 'API_UPSTREAM set',
    env: { API_UPSTREAM: 'http://erp.example' },
    reason: 'Import customers and orders on that server',
  },
])('with $what, exits with code 2 and says why', async ({ env, reason }) => {
  const { exitCode, err } = await run([await write([])], env);
  expect(exitCode).toBe(2);
  expect(JSON.parse(err)).toMatchObject({ message: expect.stringContaining(reason) });
  expect(err).not.toMatch(/^ +at /m);
});

test('loads a file and counts the changes, even while the portal is running', async () => {
  await copySnapshot(join(directory, 'data'));
  const file = await write([{ email: 'eve@example.com', orders: [{ ServiceOrderNbr: '1' }] }]);
  expect(await run([file])).toEqual({
    exitCode: 0,
    out: 'Loaded.\ncustomers  1 new, 0 updated, 0 unchanged\norders     1 new, 0 updated, 0 unchanged\n',
    err: '',
  });
  const portal = start('main.js', [], { PORT: '0', LOG_LEVEL: 'info' });
  try {
    for await (const chunk of portal.stdout) if (String(chunk).includes('http://127.0.0.1:')) break;
    const again = await run([file, '--json']);
    expect({ exitCode: again.exitCode, err: again.err }).toEqual({ exitCode: 0, err: '' });
    expect(JSON.parse(again.out)).toMatchObject({ outcome: 'loaded', orders: { new: 0, unchanged: 1 } });
  } finally {
    portal.kill('SIGTERM');
    await once(portal, 'close');
  }
});
