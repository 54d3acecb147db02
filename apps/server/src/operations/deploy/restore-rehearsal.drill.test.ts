import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { chmod, chown, cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Rehearses restores of a PostgreSQL with Debian's programs, from a copy of the built server. Build it before. */

const WORKSPACE = join(__dirname, '../../../../..');
const SERVER = join(__dirname, '../../..');

const programs = '/usr/lib/postgresql';
const [version] = existsSync(programs) ? readdirSync(programs).toSorted().reverse() : [];
const hasPostgres = version !== undefined && existsSync(join(programs, version, 'bin/initdb'));
if (!hasPostgres)
  process.stderr.write('Debian’s PostgreSQL is not installed: skipped deploy/restore-rehearsal.mjs\n');

// PostgreSQL refuses to run as root.
const user = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

let home: string;

const run = (program: string, ...args: string[]): string => {
  const PATH = `${join(programs, version ?? '', 'bin')}:${process.env['PATH']}`;
  const DATABASE_URL = `postgres://portal@${encodeURIComponent(home)}/portal`;
  const env = { PATH, PGHOST: home, PGUSER: 'portal', DATABASE_URL, TMPDIR: home };
  return execFileSync(program, args, { ...user, cwd: home, env, encoding: 'utf8', stdio: 'pipe' });
};

const importOrder = async (number: string) => {
  const order = { ServiceOrderNbr: number, Description: 'Boiler repair', LastModifiedDateTime: new Date() };
  await writeFile(join(home, 'file.json'), JSON.stringify([{ email: 'ann@example.com', orders: [order] }]));
  run(process.execPath, 'apps/server/dist/portal.js', 'import', 'file.json');
};

/** From a shell whose settings would send messages. */
const rehearse = (...backup: string[]): string => {
  const settings = ['SMTP_URL=smtp://127.0.0.1:9', 'MAIL_FROM=portal@example.com'];
  return run('env', ...settings, process.execPath, 'deploy/restore-rehearsal.mjs', ...backup);
};

/** What the last stage of deploy/Containerfile has, and the script. */
const copyServer = async () => {
  for (const part of ['apps/server/package.json', 'apps/server/dist', 'deploy/restore-rehearsal.mjs'])
    await cp(join(WORKSPACE, part), join(home, part), { recursive: true });
  const embedded = 'node_modules/@electric-sql/pglite';
  const options = { recursive: true, dereference: true };
  await cp(join(SERVER, embedded), join(home, 'apps/server/dist', embedded), options);
};

beforeAll(async () => {
  if (!hasPostgres) return;
  home = await mkdtemp(join(tmpdir(), 'portal-rehearsal-'));
  await chmod(home, 0o755);
  await copyServer();
  await mkdir(join(home, 'wal'));
  if (user.uid) for (const folder of ['', 'wal']) await chown(join(home, folder), user.uid, user.gid);
  run('initdb', '-D', 'data', '-U', 'portal', '-E', 'UTF8', '--locale=C.UTF-8', '--auth=trust', '--no-sync');
  const archive = `-c archive_mode=on -c archive_command='cp %p ${home}/wal/%f'`;
  run('pg_ctl', 'start', '-D', 'data', '-l', 'log', '-o', `-k ${home} -c listen_addresses= ${archive}`);
  try {
    run('createdb', 'portal');
    await importOrder('000019');
    run('pg_dump', '--format=custom', '--file=dump', 'portal');
    run('pg_basebackup', '--checkpoint=fast', '--pgdata=base');
    await importOrder('000020');
  } finally {
    // Archives what is left.
    run('pg_ctl', 'stop', '-D', 'data');
  }
}, 120_000);
afterAll(() => (hasPostgres ? rm(home, { recursive: true }) : undefined));

const testWithPostgres = hasPostgres ? test : test.skip;

testWithPostgres.each([
  ['a dump', ['dump'], 1, '000019'],
  ['a base backup', ['base'], 1, '000019'],
  ['a base backup and the WAL after it', ['base', 'wal'], 2, '000020'],
])(
  'a rehearsal signs in and reads the newest order of %s, and leaves nothing',
  (_backup, args, orders, newest) => {
    const before = readdirSync(home);
    const lines = rehearse(...args);
    expect(lines).toMatch(new RegExp(`^orders +${orders}, the newest of .*: 0\\.0 hours ago$`, 'm'));
    expect(lines).toMatch(/^signed in as +a•••@example\.com$/m);
    expect(lines).toMatch(new RegExp(`^read order +${newest}, Boiler repair$`, 'm'));
    expect(readdirSync(home)).toEqual(before);
  },
  60_000,
);

testWithPostgres('a file that is no backup fails, and leaves nothing', () => {
  const before = readdirSync(home);
  expect(() => rehearse('file.json')).toThrow('pg_restore: error: input file');
  expect(readdirSync(home)).toEqual(before);
});
