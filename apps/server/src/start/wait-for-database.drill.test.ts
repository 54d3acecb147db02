import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startPostgres } from '../testing/postgres-server';
import { LISTENING, useServers } from '../testing/server-process';
import { createTestDatabase, execute } from '../testing/test-database';
import { openDatabase } from '../platform/database/connect';

let postgres: Awaited<ReturnType<typeof startPostgres>>;
const servers = useServers();
beforeAll(async () => void (postgres = await startPostgres()));
afterAll(() => postgres.stop());

const SECRET_KEY = '00'.repeat(32);
const start = (env: Record<string, string> = {}) =>
  servers.start({ DATABASE_URL: postgres.url, SECRET_KEY, SHUTDOWN_DELAY_SECONDS: '0', ...env });

test('waits for PostgreSQL, says why, and serves once it answers', async () => {
  const resume = await postgres.interrupt();
  const server = start();
  const { port } = new URL(postgres.url);
  await server.waitForOutput(/next attempt in 2 s/);
  await resume();
  const url = await server.waitForOutput(LISTENING);
  expect((await fetch(`${url}/auth-check`)).status).toBe(401);
  const [, second = ''] = server.output().split('\n');
  expect(JSON.parse(second)).toMatchObject({
    level: 40,
    msg: `waiting for the database, next attempt in 1 s: The database cannot be opened: connect ECONNREFUSED 127.0.0.1:${port}. Check DATABASE_URL and the log of PostgreSQL.`,
  });
  expect(server.output()).toContain('the database answers');
  server.child.kill('SIGTERM');
  expect(await server.exit).toBe(0);
});

test.each(['SIGTERM', 'SIGINT'] as const)('%s ends the wait at once', async (signal) => {
  const server = start({
    DATABASE_URL: 'postgres://portal@127.0.0.1:1/portal',
    SHUTDOWN_DELAY_SECONDS: '600',
  });
  await server.waitForOutput(/next attempt in 4 s/);
  const began = Date.now();
  server.child.kill(signal);
  expect(await server.exit).toBe(0);
  expect(Date.now() - began).toBeLessThan(2_000);
});

test('with MIGRATE_ON_START=false, waits for the migration', async () => {
  const created = await createTestDatabase(postgres.url);
  const env = { DATABASE_URL: created?.databaseUrl ?? '', MIGRATE_ON_START: 'false' };
  const server = start(env);
  await server.waitForOutput(/next attempt in 1 s: The schema .* older .*Run `pnpm portal migrate`/);
  const { PATH = '' } = process.env;
  await promisify(execFile)(process.execPath, [join(__dirname, '../../dist/portal.js'), 'migrate'], {
    env: { PATH, DATA_DIR: servers.home(), SECRET_KEY, ...env },
  });
  await server.waitForOutput(LISTENING);
  server.child.kill('SIGTERM');
  expect(await server.exit).toBe(0);
  await created?.drop();
});

describe('exits with a sentence for', () => {
  const refused = async (
    change: Partial<Record<'username' | 'password' | 'pathname' | 'search', string>>,
  ) => {
    const server = start({ DATABASE_URL: Object.assign(new URL(postgres.url), change).href });
    expect(await server.exit).toBe(1);
    expect(server.output()).not.toMatch(/hunter2|next attempt/);
    // After the line that names the version.
    return server.output().replace(/^.*\n/, '');
  };
  const sentence = (reason: string) =>
    `DatabaseRefusedError: PostgreSQL refuses the portal: ${reason}. Check DATABASE_URL, and what its user may do.\n`;

  test('an unknown user', async () =>
    expect(await refused({ username: 'ann', password: 'hunter2' })).toBe(
      sentence('role "ann" does not exist'),
    ));
  test('an unknown database', async () =>
    expect(await refused({ pathname: '/nowhere' })).toBe(sentence('database "nowhere" does not exist')));
  test('a connection without TLS', async () =>
    expect(await refused({ search: '?sslmode=verify-full' })).toBe(
      sentence('The server does not support SSL connections'),
    ));
  test('a missing permission', async () => {
    const created = await createTestDatabase(postgres.url);
    const url = new URL(created?.databaseUrl ?? '');
    const { database, close } = await openDatabase({ databaseUrl: url.href, dataDir: '' });
    await execute(database, 'create role ben login');
    await close();
    expect(await refused({ username: 'ben', pathname: url.pathname })).toBe(
      sentence('permission denied for table kysely_migration'),
    );
    await created?.drop();
  });
});

test('starts while bucket, identity provider, site, and mail server are away', async () => {
  const nowhere = 'http://127.0.0.1:1';
  const server = start({
    RELEASES_URL: 's3://portal/releases',
    AWS_ENDPOINT_URL_S3: nowhere,
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'key',
    AWS_SECRET_ACCESS_KEY: 'secret',
    OIDC_ISSUER: nowhere,
    OIDC_CLIENT_ID: 'portal',
    OIDC_CLIENT_SECRET: 'secret',
    OIDC_NAME: 'Acme',
    HANDOVER_ISSUER: 'https://www.acme.example',
    HANDOVER_JWKS_URL: nowhere,
    SMTP_URL: 'smtp://127.0.0.1:1',
    MAIL_FROM: 'portal@example.com',
    OTEL_EXPORTER_OTLP_ENDPOINT: nowhere,
  });
  const url = await server.waitForOutput(LISTENING);
  expect((await fetch(`${url}/auth-check`)).status).toBe(401);
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
  server.child.kill('SIGTERM');
  expect(await server.exit).toBe(0);
});
