import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'portal-'));
});
afterEach(() => rm(directory, { recursive: true }));

const start = (program: string, args: string[], env: Record<string, string>) =>
  spawn(process.execPath, [join(__dirname, '../dist', program), ...args], {
    cwd: directory,
    env: { PATH: process.env['PATH'], DATA_DIR: join(directory, 'data'), ...env },
  });

/** Runs a command of the bundle, as in the container. */
const portal = async (command: string, env: Record<string, string> = {}) => {
  const child = start('portal.js', command.split(' '), env);
  const [out, err, [exitCode]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  return { exitCode: Number(exitCode), out, err };
};

test('lists the commands, and says in a sentence what is wrong', async () => {
  const { out, exitCode } = await portal('--help');
  expect(exitCode).toBe(0);
  for (const verb of ['publish', 'import', 'migrate', 'outbox', 'customer', 'doctor'])
    expect(out).toMatch(new RegExp(`^ +${verb} `, 'm'));
  expect(await portal('import customers.json', { PORT: 'http' })).toEqual({
    exitCode: 2,
    out: '',
    err: expect.stringMatching(
      /^portal: The environment has faults:\n {2}PORT must be a port number[^\n]*\nFix them and restart\.\n$/,
    ),
  });
});

test('migrates an embedded database and loads a file into it, even while the portal is running', async () => {
  expect(await portal('migrate --status')).toMatchObject({
    exitCode: 1,
    out: expect.stringMatching(/^001-schema {2}pending\n/),
    err: '',
  });
  const migrated = await portal('migrate --json');
  expect(migrated.exitCode).toBe(0);
  expect(JSON.parse(migrated.out)).toMatchObject({ migrated: ['001-schema'], pending: [] });
  expect(await portal('migrate --status')).toMatchObject({ exitCode: 0, out: '001-schema  executed\n' });

  const file = [{ email: 'eve@example.com', orders: [{ ServiceOrderNbr: '1' }] }];
  await writeFile(join(directory, 'customers.json'), JSON.stringify(file));
  expect(await portal('import customers.json')).toEqual({
    exitCode: 0,
    out: 'Loaded.\ncustomers  1 new, 0 updated, 0 unchanged\norders     1 new, 0 updated, 0 unchanged\n',
    err: '',
  });
  const running = start('main.js', [], { PORT: '0', LOG_LEVEL: 'info' });
  try {
    for await (const chunk of running.stdout) if (String(chunk).includes('http://127.0.0.1:')) break;
    const again = await portal('import customers.json --json');
    expect({ exitCode: again.exitCode, err: again.err }).toEqual({ exitCode: 0, err: '' });
    expect(JSON.parse(again.out)).toMatchObject({ outcome: 'loaded', orders: { new: 0, unchanged: 1 } });
  } finally {
    running.kill('SIGTERM');
    await once(running, 'close');
  }
});
