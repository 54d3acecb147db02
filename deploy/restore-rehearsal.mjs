/*
 * Rehearses a restore: puts a backup into a PostgreSQL of its own, starts the portal on it, signs in as the customer of
 * the newest order, and reads that order. It only reads the backup, sends nothing, and removes what it made.
 *
 *   node deploy/restore-rehearsal.mjs BACKUP [WAL_ARCHIVE [TIME]]
 *
 * BACKUP is a file of `pg_dump --format=custom`, or a folder of pg_basebackup; only to the latter are the files of
 * WAL_ARCHIVE applied, until TIME or until they end. Run it as postgres, or as another user who may read the backup, with
 * PostgreSQL's programs of the same version, and a built checkout. PGUSER and PGDATABASE default to `portal`.
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const { PATH, PGUSER = 'portal', PGDATABASE = 'portal' } = process.env;
const [backup = '', archive, moment] = process.argv.slice(2);
const main = resolve(import.meta.dirname, '../apps/server/dist/main.js');
const minutes = (date) => `${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
const say = (what, text) => console.log(`${what.padEnd(14)}${text}`);

const fail = (message) => {
  console.error(`restore-rehearsal: ${message}`);
  process.exit(1);
};
if (!existsSync(backup)) fail('name a backup that this user may read: the head of this file says how.');
if (!existsSync(main)) fail(`${main} is missing: pnpm --filter server build`);
if (process.getuid() === 0)
  fail('PostgreSQL refuses to run as root: runuser -u postgres -- node deploy/restore-rehearsal.mjs …');

// Nobody else can reach the copy: its sockets and files are in a folder of this user.
const home = mkdtempSync(join(tmpdir(), 'restore-rehearsal-'));
const data = join(home, 'data');
const isBase = statSync(backup).isDirectory();

/** Debian's programs of the backup's version, or the newest; elsewhere those in PATH. */
const binaries = () => {
  const folder = '/usr/lib/postgresql';
  const versions = existsSync(folder) ? readdirSync(folder).toSorted((one, other) => one - other) : [];
  const version = isBase ? readFileSync(join(backup, 'PG_VERSION'), 'utf8').trim() : versions.at(-1);
  return versions.includes(version) ? `${join(folder, version, 'bin')}:` : '';
};
const env = { PATH: binaries() + PATH, PGHOST: home, PGUSER, PGDATABASE, LC_MESSAGES: 'C' };
const run = (program, ...args) =>
  execFileSync(program, args, { env, cwd: home, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
const query = (sql) =>
  JSON.parse(run('psql', '-XAt', '-c', `select to_json(row) from (${sql}) as row`) || 'null');

let portal;
process.on('exit', () => {
  portal?.kill('SIGKILL');
  if (existsSync(join(data, 'postmaster.pid')))
    run('pg_ctl', 'stop', '--silent', '--mode=immediate', '-D', data);
  rmSync(home, { recursive: true });
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(130));
process.on('uncaughtException', (error) => {
  const log = ['portal.log', 'postgres.log'].map((file) => join(home, file)).find(existsSync);
  fail(`${error.message}\n${log ? readFileSync(log, 'utf8').trim().split('\n').slice(-8).join('\n') : ''}`);
});

/** Starts PostgreSQL on a copy of a base backup, or on an empty folder for a dump. */
const restore = () => {
  if (isBase) run('cp', '--archive', `${resolve(backup)}/.`, data);
  else run('initdb', '-D', data, '-U', PGUSER, '-E', 'UTF8', '--locale=C.UTF-8', '--auth=trust', '--no-sync');
  // Without the settings of the server that was backed up: they would archive into its archive.
  writeFileSync(join(data, 'postgresql.auto.conf'), '');
  writeFileSync(join(data, 'pg_hba.conf'), 'local all all trust\n');
  const recovery = archive
    ? { restore_command: `cp "${resolve(archive)}/%f" "%p"`, recovery_target_action: 'promote' }
    : {};
  if (moment) recovery.recovery_target_time = moment;
  const settings = {
    listen_addresses: '',
    unix_socket_directories: home,
    hot_standby: 'off',
    fsync: 'off',
    ...recovery,
  };
  const lines = Object.entries(settings).map(
    ([name, value]) => `${name} = '${value.replaceAll("'", "''")}'\n`,
  );
  writeFileSync(join(data, 'postgresql.conf'), lines.join(''));
  if (archive) writeFileSync(join(data, 'recovery.signal'), '');
  run(
    'pg_ctl',
    'start',
    '--silent',
    '--wait',
    '--timeout=86400',
    '-D',
    data,
    '-l',
    join(home, 'postgres.log'),
  );
  if (isBase) return;
  run('createdb', PGDATABASE);
  run(
    'pg_restore',
    '--no-owner',
    '--no-privileges',
    '--exit-on-error',
    '--dbname',
    PGDATABASE,
    resolve(backup),
  );
};

/** Attempts again and again, for so many seconds. */
const until = async (seconds, attempt, failure) => {
  for (let tries = 0; tries < seconds * 10; tries++, await sleep(100)) {
    const result = await attempt();
    if (result) return result;
  }
  throw new Error(failure);
};

/** Starts the portal with these variables alone: without a mail server and Twilio, messages become files. */
const startPortal = async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  const log = openSync(join(home, 'portal.log'), 'w');
  portal = spawn(process.execPath, [main], {
    env: {
      PATH,
      PORT: port,
      DATA_DIR: join(home, 'portal'),
      DATABASE_URL: `postgres://${PGUSER}@${encodeURIComponent(home)}/${PGDATABASE}`,
      // Not those that the customer had used up before the backup.
      LIMIT_CODES: '1000/1m',
    },
    stdio: ['ignore', log, log],
  });
  const url = `http://localhost:${port}`;
  const isUp = () => fetch(`${url}/healthz`).catch(() => portal.exitCode !== null);
  await until(600, isUp, 'the portal did not start within ten minutes:');
  if (portal.exitCode !== null) throw new Error('the portal did not start:');
  return url;
};

/** A browser: docs/api.md describes the calls. */
const openBrowser = (url) => {
  const cookies = new Map();
  return async (path, body) => {
    const response = await fetch(url + path, {
      method: body ? 'POST' : 'GET',
      headers: {
        cookie: [...cookies].map((pair) => pair.join('=')).join('; '),
        'x-xsrf-token': cookies.get('XSRF-TOKEN') ?? '',
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    for (const cookie of response.headers.getSetCookie())
      cookies.set(...cookie.split(';')[0].split(/=(.*)/s, 2));
    return response.json();
  };
};

const codeFor = (contact) => {
  const folder = join(home, 'portal/outbox');
  const read = () => {
    const file = existsSync(folder) && readdirSync(folder).find((name) => name.includes(`-${contact}.`));
    return file && /\b\d{6}\b/.exec(readFileSync(join(folder, file), 'utf8'))?.[0];
  };
  return until(30, read, 'no code was written within 30 seconds:');
};

const began = Date.now();
restore();
say('restored', `${backup} into a PostgreSQL of its own, in ${Math.ceil((Date.now() - began) / 1000)} s`);

const url = await startPortal();
const { customers, orders, newest } = query(`
  select (select count(*) from customers) as customers, count(*) as orders, max(last_modified) as newest from orders`);
say('customers', customers);
const hours = (Date.now() - new Date(newest)) / 3_600_000;
const age = hours < 48 ? `${hours.toFixed(1)} hours` : `${Math.round(hours / 24)} days`;
say('orders', newest ? `${orders}, the newest of ${minutes(new Date(newest))}: ${age} ago` : orders);
const order = query(`
  select order_nbr, email, phone from orders join customers on customers.id = customer_id
  order by email is null, last_modified desc nulls last limit 1`);
if (!order) fail('there is no order to read: is this the backup of the portal?');

const { order_nbr: number, email, phone } = order;
const [path, contact] = email ? ['/customer-login/email', { email }] : ['/customer-login/phone', { phone }];
const call = openBrowser(url);
await call('/auth-check');
await call(path, contact);
const { success, message } = await call(`${path}/verify`, {
  ...contact,
  code: await codeFor(email ?? phone),
});
if (!success) throw new Error(`the code did not sign in: ${message}`);
const { customer } = await call('/auth-check');
say('signed in as', customer.contacts.email ?? customer.contacts.phone);
const [read] = await call(`/serviceOrder/get?serviceOrderNbr=${encodeURIComponent(number)}`);
if (!read) throw new Error(`order ${number} was not in the response`);
say('read order', [number, read.Description?.value, read.Status?.value].filter(Boolean).join(', '));
say('removed', 'all of it; nothing was sent');
process.exit(0);
