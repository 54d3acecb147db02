import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { copySnapshot } from './testing/database-snapshot';

const tsx = pathToFileURL(createRequire(__filename).resolve('tsx')).href;

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'portal-'));
});
afterEach(() => rm(directory, { recursive: true }));

const write = async (content: unknown) => {
  const path = join(directory, 'customers.json');
  await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
};

const environment = (env: Record<string, string>) => ({
  PATH: process.env['PATH'],
  DATA_DIR: join(directory, 'data'),
  ...env,
});

const start = (program: string, args: string[], env: Record<string, string>) =>
  spawn(process.execPath, ['--import', tsx, join(__dirname, program), ...args], { env: environment(env) });

const run = async (args: string[], env: Record<string, string> = {}) => {
  const child = start('import-command.ts', args, env);
  const [out, err, [exitCode]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  return { exitCode: Number(exitCode), out, err };
};

test('loads a file and counts the changes', async () => {
  await copySnapshot(join(directory, 'data'));
  const file = await write([{ email: 'ann@example.com', orders: [{ ServiceOrderNbr: '1' }] }]);
  expect(await run([file])).toEqual({
    exitCode: 0,
    out: 'Loaded.\ncustomers  1 new, 0 updated, 0 unchanged\norders     1 new, 0 updated, 0 unchanged\n',
    err: '',
  });
  const again = await run([file, '--json']);
  expect(again.exitCode).toBe(0);
  expect(JSON.parse(again.out)).toMatchObject({ outcome: 'loaded', orders: { new: 0, unchanged: 1 } });
});

test('rejects wrong rows with exit code 1', async () => {
  await copySnapshot(join(directory, 'data'));
  const file = await write('[\n{ "email": "nobody" }]');
  const { exitCode, out, err } = await run([file, '--dry-run']);
  expect({ exitCode, err }).toEqual({ exitCode: 1, err: '' });
  expect(out).toContain('line 2: email is not an email address');
});

test.each([
  { what: 'a missing file', args: ['missing.json'], env: {}, said: 'no such file' },
  { what: 'a faulty environment', args: ['FILE'], env: { PORT: 'http' }, said: 'PORT must be a port number' },
  {
    what: 'an upstream',
    args: ['FILE'],
    env: { API_UPSTREAM: 'http://erp.example' },
    said: 'Import them there',
  },
])('with $what, ends with exit code 2 and says why', async ({ args, env, said }) => {
  const file = await write([]);
  const { exitCode, err } = await run(
    args.map((argument) => (argument === 'FILE' ? file : argument)),
    env,
  );
  expect(exitCode).toBe(2);
  expect(JSON.parse(err)).toMatchObject({ message: expect.stringContaining(said) });
  expect(err).not.toMatch(/^ +at /m);
});

test('imports into a running portal', async () => {
  await copySnapshot(join(directory, 'data'));
  const file = await write([{ email: 'eve@example.com' }]);
  const portal = start('main.ts', [], { PORT: '0', LOG_LEVEL: 'silent' });
  try {
    for await (const said of portal.stdout) if (String(said).includes('Sign in as a demo customer')) break;
    expect(await run([file])).toMatchObject({ exitCode: 0, err: '' });
    expect(await run([file])).toMatchObject({
      out: expect.stringContaining('0 new, 0 updated, 1 unchanged'),
    });
  } finally {
    portal.kill('SIGTERM');
    await once(portal, 'close');
  }
});
