import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmod, cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { registrySchema } from '@portal/contract';
import getPort from 'get-port';
import { inc } from 'semver';
import * as v from 'valibot';
import { createLoad } from '../../../../../bench/load';
import { version } from '../../../package.json';
import { customerStore } from '../../identity/customers/customer-store';
import { createSessions } from '../../identity/sessions/session-store';
import { importCustomers } from '../../orders/import/import-customers';
import { openDatabase, type Database } from '../../platform/database/connect';
import { listenLocally } from '../../testing/listen-locally';
import { findNginx, startNginx } from '../../testing/nginx';
import { startPostgres } from '../../testing/postgres-server';
import { execute as executeIn } from '../../testing/test-database';

/**
 * Two replicas on PostgreSQL behind deploy/nginx: upgraded from this build to a next one and taken back, under load, by the
 * systemd commands of docs/deploy.md. Build the server, the shell, and the remotes before.
 */

const WORKSPACE = join(__dirname, '../../../../..');
const APPS = ['shell', 'login', 'notification-preferences', 'orders'];
const NEXT = inc(version, 'minor') ?? '';

const execute = promisify(execFile);
const program = findNginx();

/** The commands for systemd below a heading of docs/deploy.md. */
const commandsOf = async (heading: string): Promise<string> => {
  const document = await readFile(join(WORKSPACE, 'docs/deploy.md'), 'utf8');
  const [, section = ''] = document.split(`\n${heading}\n`);
  const [, commands] = /```sh\n(# systemd[^]*?)```/.exec(section) ?? [];
  if (commands === undefined) throw new Error(`docs/deploy.md has no commands for systemd below ${heading}`);
  return commands;
};

/** What a checkout has after `pnpm install && pnpm build`. */
const copyBuild = async (folder: string): Promise<void> => {
  for (const app of APPS)
    for (const part of ['package.json', 'dist', ...(app === 'shell' ? [] : ['remote.json'])])
      await cp(join(WORKSPACE, 'apps', app, part), join(folder, 'apps', app, part), { recursive: true });
  const server = join(folder, 'apps/server');
  for (const part of ['package.json', 'dist'])
    await cp(join(WORKSPACE, 'apps/server', part), join(server, part), { recursive: true });
  await symlink(join(WORKSPACE, 'apps/server/node_modules'), join(server, 'node_modules'));
};

const edit = async (file: string, change: (text: string) => string): Promise<void> => {
  const text = await readFile(file, 'utf8');
  expect(change(text)).not.toBe(text);
  await writeFile(file, change(text));
};

/** A first start has no release to roll over: it publishes before the servers are ready. */
const FIRST_START = `
ln --symbolic /opt/portal-1.0.0 /opt/portal
cd /opt/portal && portal publish --all --promote
for port in 3001 3002 3003; do
  systemctl restart portal@$port.service
  until curl --fail --silent http://127.0.0.1:$port/readyz; do sleep 1; done
done
`;

const MIGRATION = `import { sql, type Migration } from 'kysely';

export const note: Migration = {
  up: async (db) => void (await sql\`alter table customers add column note text\`.execute(db)),
};
`;

/** The next minor version: a new number everywhere, and a migration that adds a column. */
const buildNext = async (folder: string): Promise<void> => {
  await copyBuild(folder);
  for (const app of [...APPS, 'server'])
    await edit(join(folder, 'apps', app, 'package.json'), (text) => text.replace(version, NEXT));
  for (const file of ['tsconfig.base.json', 'tsconfig.node.json'])
    await cp(join(WORKSPACE, file), join(folder, file));
  const server = join(folder, 'apps/server');
  for (const part of ['build.ts', 'demo', 'languages', 'src', 'tsconfig.json'])
    await cp(join(WORKSPACE, 'apps/server', part), join(server, part), { recursive: true });
  await writeFile(join(server, 'src/platform/database/migrations/999-note.ts'), MIGRATION);
  await edit(join(server, 'src/platform/database/migrations/index.ts'), (text) =>
    text
      .replace('import', "import { note } from './999-note';\nimport")
      .replace(/migrations: Migrations = \{/, "$& '999-note': note,"),
  );
  await execute(process.execPath, ['--import', 'tsx', 'build.ts'], { cwd: server });
};

/** systemd for the instances of deploy/systemd: starts each from what the link names then. */
const createSupervisor = (opt: string, env: Record<string, string>) => {
  const running = new Map<string, ChildProcess>();
  let log = '';

  const stop = async (port: string) => {
    const child = running.get(port);
    if (!child) return;
    const exit = once(child, 'close');
    child.kill('SIGTERM');
    await exit;
  };
  const restart = async (port: string) => {
    await stop(port);
    const main = join(opt, 'portal/apps/server/dist/main.js');
    const child = spawn(process.execPath, ['--enable-source-maps', main], {
      cwd: join(opt, 'portal'),
      env: { ...env, PORT: port, DATA_DIR: join(opt, `data-${port}`) },
    });
    for (const output of [child.stdout, child.stderr])
      output.on('data', (chunk: Buffer) => (log += chunk.toString()));
    running.set(port, child);
  };
  return { restart, log: () => log, end: () => Promise.all([...running.keys()].map(stop)) };
};

let opt: string;
const closing: (() => unknown)[] = [];
beforeEach(async () => {
  opt = await mkdtemp(join(tmpdir(), 'portal-opt-'));
});
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
  await rm(opt, { recursive: true });
});

/** deploy/systemd/portal in a folder of its own, and the programs that it names and this machine lacks. */
const writePrograms = async (folder: string, supervisor: string, replicas: string[]): Promise<void> => {
  const portal = await readFile(join(WORKSPACE, 'deploy/systemd/portal'), 'utf8');
  const units = replicas.map((port) => `portal@${port}.service loaded active running`);
  const programs = {
    systemctl: `
case $1 in
  list-units) printf '%s\\n' '${units.join("' '")}' ;;
  restart) exec curl --fail --silent --show-error --request POST ${supervisor}/$1/$2 ;;
esac`,
    'systemd-run': 'while [ "${1#--}" != "$1" ]; do shift; done\nexec "$@"',
    // Everything is installed and built.
    pnpm: '',
    install: '',
    portal: portal.replaceAll('/opt/', `${opt}/`).replaceAll('/usr/bin/node', process.execPath),
  };
  await mkdir(folder);
  for (const [name, text] of Object.entries(programs)) {
    await writeFile(join(folder, name), `#!/bin/sh\n${text}\n`);
    await chmod(join(folder, name), 0o755);
  }
};

const serveSupervisor = async (restart: (port: string) => Promise<void>) => {
  const server = createServer((request, response) => {
    const [, port] = /^\/restart\/portal@(\d+)\.service$/.exec(request.url ?? '') ?? [];
    if (port === undefined) return void response.writeHead(404).end();
    void restart(port).then(() => response.end());
  });
  closing.push(() => server.close());
  return listenLocally(server);
};

const start = async (nginxProgram: string) => {
  const postgres = await startPostgres();
  closing.push(postgres.stop);
  const { database, close } = await openDatabase({ databaseUrl: postgres.url, dataDir: '' });
  closing.push(close);

  // The third replica of deploy/nginx does not exist: nginx passes over it.
  const ports = [await getPort(), await getPort(), await getPort()];
  const replicas = ports.slice(0, 2).map(String);
  await mkdir(join(opt, 'nginx'));
  const nginx = await startNginx({ program: nginxProgram, home: join(opt, 'nginx'), replicas: ports });
  closing.push(nginx.stop);

  const env = {
    PATH: `${join(opt, 'bin')}:${process.env['PATH']}`,
    DATABASE_URL: postgres.url,
    RELEASES_URL: pathToFileURL(join(opt, 'releases')).href,
    SECRET_KEY: randomBytes(32).toString('hex'),
    PUBLIC_URL: nginx.url,
    TRUST_PROXY: 'loopback',
    MIGRATE_ON_START: 'false',
    SHUTDOWN_DELAY_SECONDS: '1',
    LOG_LEVEL: 'info',
    RELEASED_BY: 'ann',
  };
  const supervisor = createSupervisor(opt, env);
  closing.push(supervisor.end);
  await writePrograms(join(opt, 'bin'), await serveSupervisor(supervisor.restart), replicas);

  /** Types commands as the administrator does, who has two replicas. */
  const type = async (commands: string): Promise<string> => {
    const typed = commands.replaceAll('/opt/', `${opt}/`).replaceAll('3001 3002 3003', replicas.join(' '));
    const { stdout } = await execute('sh', ['-ec', `exec 2>&1\n${typed}`], {
      cwd: opt,
      env,
      timeout: 60_000,
    });
    return stdout;
  };
  const read = (port: string, path: string) =>
    fetch(`http://127.0.0.1:${port}${path}`, { headers: { accept: 'text/html' } }).then((it) => it.text());
  /** The versions of a replica, of its shell, and of the remotes that it serves. */
  const versionsOf = async (port: string) => {
    const registry = v.parse(
      v.pipe(v.string(), v.parseJson(), registrySchema),
      await read(port, '/registry.json'),
    );
    const [, server] = /"version":"([^"]+)"/.exec(await read(port, '/readyz')) ?? [];
    const [, shell] = /\/releases\/shell\/(\d+\.\d+\.\d+)-/.exec(await read(port, '/')) ?? [];
    const remotes = Object.values(registry.microFrontends).map(
      ([live]) => live?.metadata.version.split('-')[0],
    );
    return [server, shell, ...remotes];
  };
  /** Waits until both replicas serve nothing but a version: they read what is promoted within seconds. */
  const untilServed = async (number: string) => {
    for (const port of replicas)
      while (!(await versionsOf(port)).every((one) => one === number)) await sleep(100);
  };
  return { database, url: nginx.url, type, untilServed, log: supervisor.log };
};

/** Signs customers in, past the codes. @returns their sessions */
const signIn = async (database: Database) => {
  const rows = Array.from({ length: 12 }, (_, index) => ({ email: `customer-${index}@example.com` }));
  await importCustomers(database, JSON.stringify(rows));
  const sessions = createSessions(database, { idleMinutes: 60, absoluteHours: 1 });
  const open = async ({ email }: { email: string }) => {
    const id = await customerStore(database).find({ channel: 'email', address: email });
    return sessions.open(id ?? '');
  };
  return Promise.all(rows.map(open));
};

/** Opens the page and a script of it, again and again. @returns what failed */
const visit = async (url: string, end: AbortSignal) => {
  const failures: string[] = [];
  let pages = 0;
  while (!end.aborted) {
    const page = await fetch(url, { headers: { accept: 'text/html' } }).catch(() => undefined);
    const [script = '/'] = /\/releases\/shell\/[^"' ]+\.js/.exec((await page?.text()) ?? '') ?? [];
    const file = await fetch(url + script).catch(() => undefined);
    if (page?.status !== 200 || file?.status !== 200 || script === '/')
      failures.push(`page ${page?.status}, ${script} ${file?.status}`);
    pages += 1;
    await sleep(20);
  }
  return { pages, failures };
};

(program ? test : test.skip)(
  'an upgrade and the way back lose no request and no session',
  async () => {
    await Promise.all([copyBuild(join(opt, 'portal-1.0.0')), buildNext(join(opt, 'portal-1.1.0'))]);
    const { database, url, type, untilServed, log } = await start(program ?? '');
    const [upgrade, goBack] = await Promise.all([commandsOf('## Upgrade'), commandsOf('### Go back')]);
    await type(FIRST_START);
    await untilServed(version);

    const end = new AbortController();
    closing.push(() => end.abort());
    const load = createLoad((path, init) => fetch(url + path, init), await signIn(database));
    const work = Promise.all([load.run(end.signal), visit(url, end.signal)]);

    expect(await type(upgrade)).toContain(
      'Going back needs no backup: with 999-note, version 1.0.0 and later go on working.\nexecuted 999-note',
    );
    await untilServed(NEXT);

    await type(goBack);
    await untilServed(version);
    expect(log()).toContain(
      `A newer version of the portal extended the database (999-note). Version ${version} works with it.`,
    );

    end.abort();
    const [, visits] = await work;
    await load.look();
    expect(visits.failures).toEqual([]);
    const { statuses, confirmed, lost } = load.tally;
    expect([...statuses.keys()].sort()).toEqual(['GET 200', 'POST 200']);
    expect(lost).toBe(0);
    // Enough to notice a gap of a tenth of a second.
    expect(Math.min(confirmed, visits.pages)).toBeGreaterThan(100);

    await executeIn(database, `update kysely_migration set requires = '${NEXT}' where name = '999-note'`);
    expect(await type('cd /opt/portal && PORT=0 node apps/server/dist/main.js || true')).toContain(
      `A newer version of the portal changed the database (999-note), and version ${version} cannot work with it. Start version ${NEXT} or later, or restore the backup from before the upgrade.`,
    );
    process.stderr.write(
      `upgrade and back: ${[...statuses].map(([what, count]) => `${count} ${what}`).join(', ')}, ${visits.pages} pages\n`,
    );
  },
  180_000,
);
