import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { version } from '../package.json';
import { migrations } from './platform/database/migrations/index';

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'portal-'));
});
afterEach(() => rm(directory, { recursive: true }));

/** Runs a command of the bundle, as in the container. */
const portal = async (command: string, env: Record<string, string> = {}) => {
  const child = spawn(process.execPath, [join(__dirname, '../dist/portal.js'), ...command.split(' ')], {
    cwd: directory,
    env: { PATH: process.env['PATH'], DATA_DIR: join(directory, 'data'), ...env },
  });
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

test('migrates an embedded database', async () => {
  expect(await portal('migrate')).toEqual({
    exitCode: 0,
    out: `executed ${Object.keys(migrations).join(', ')}\n`,
    err: '',
  });
  expect(await portal('--version')).toMatchObject({ out: `${version}\n` });
  expect(await portal('migrate --status')).toMatchObject({
    exitCode: 0,
    out: Object.keys(migrations)
      .map((name) => `${name}  executed\n`)
      .join(''),
  });
});
