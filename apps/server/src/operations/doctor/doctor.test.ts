import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { version } from '../../../package.json';
import { readConfig } from '../../variables';
import { openDatabase } from '../../platform/database/connect';
import { migrations } from '../../platform/database/migrations/index';
import { readConnections, readState } from '../../platform/database/migrate';
import { deriveKeys } from '../../platform/crypto/keys';
import { doctorAuthorization } from './doctor-routes';
import type { Release } from '../../portal/releases/release';
import { descriptorOf } from '../../testing/some-releases';
import { putRelease, remoteRelease, shellRelease, withPublished } from '../../testing/releases';
import { serveCommands } from '../../testing/serve-commands';
import { startSmsInbox } from '../../testing/sms-inbox';
import { startSmtpInbox } from '../../testing/smtp-inbox';
import { startTestApp, type TestApp } from '../../testing/test-app';
import { execute } from '../../testing/test-database';
import { certificateFinding, clockFinding, proxyProblem } from './check-address';
import { checkPermissions, examine } from './doctor';

const SECRET_KEY = 'ab'.repeat(32);

let portal: TestApp;
let address: string;
let endCommands: () => Promise<void>;
beforeAll(async () => {
  portal = await startTestApp({ TRUST_PROXY: 'false' }, deriveKeys(Buffer.from(SECRET_KEY, 'hex')));
  address = await portal.app.listen({ port: 0, host: '127.0.0.1' });
  endCommands = await serveCommands(portal);
});
afterAll(async () => {
  await endCommands();
  await portal.close();
});

/** Called after each test, even if it fails. */
const toClose: (() => unknown)[] = [];
afterEach(() => Promise.all(toClose.splice(0).map((close) => close())));

const newDirectory = async () => {
  const home = await mkdtemp(join(tmpdir(), 'portal-doctor-'));
  toClose.push(() => rm(home, { recursive: true }));
  return home;
};

const smtpInbox = async (options?: Parameters<typeof startSmtpInbox>[0]) => {
  const inbox = await startSmtpInbox(options);
  toClose.push(inbox.close);
  return inbox;
};

/** The findings in an environment, one a line; by default, `PUBLIC_URL` is the portal itself. */
const findingsIn = async (env: Record<string, string | undefined> = {}, send?: string) => {
  const config = readConfig(
    { DATA_DIR: portal.config.dataDir, PUBLIC_URL: address, SECRET_KEY, ...env },
    '/',
  );
  const sendTo = send === undefined ? undefined : { channel: 'email' as const, address: send };
  const findings = await examine(config, { sendTo });
  return findings.map(({ check, state, text }) => `${state} ${check}: ${text}`).join('\n');
};

test('beside a stopped portal, each check opens the embedded database in its turn', async () => {
  const DATA_DIR = await newDirectory();
  const opened = await openDatabase(readConfig({ DATA_DIR }, '/'));
  await opened.close();
  const user = { ACUMATICA_USER: 'portal', ACUMATICA_PASSWORD: 'secret' };
  const found = await findingsIn({ DATA_DIR, ACUMATICA_URL: 'http://127.0.0.1:1', ...user });
  expect(found).toContain('ok database: the embedded database answers');
  expect(found).toContain('note Acumatica: The first synchronization is not complete yet.');
  expect(found).toContain('fix Acumatica: Acumatica does not answer.');
});

test('a local portal lacks only a shell', async () => {
  expect((await findingsIn()).split('\n')).toEqual([
    `ok version: ${version}, on Node ${process.versions.node}`,
    `ok PUBLIC_URL: ${address}/`,
    'ok database: the embedded database answers',
    `ok schema: ${Object.keys(migrations).at(-1)}, up to date; works with version 1.0.0 and later`,
    'fix releases: No shell is live. Run `pnpm build && pnpm portal publish --all --promote`.',
    'ok DATA_DIR: can be written',
    'ok releases folder: can be written',
    expect.stringMatching(/^note SMTP: Not configured.*Set SMTP_URL and MAIL_FROM to send them\.$/),
    expect.stringMatching(/^note SMS: Not configured.*TWILIO_AUTH_TOKEN/),
    expect.stringMatching(/^note answers: .*Set ANSWERS_EMAIL/),
    'ok clock: PUBLIC_URL and this machine agree',
    'ok portal: it answers at PUBLIC_URL',
    'ok proxy: the portal sees this machine as 127.0.0.1 and ignores a forged X-Forwarded-For',
    'ok cookies: they arrive',
  ]);
});

test('reports the live releases and those left out', async () => {
  const { releasesUrl } = portal.config;
  const put = (release: Release) => putRelease(portal.database, releasesUrl, release);
  await put(shellRelease());
  await put(remoteRelease('orders'));
  expect(await findingsIn()).toContain('ok releases: live: orders 1.0.0, shell 1.0.0');
  const letters = remoteRelease('letters');
  const descriptor = descriptorOf('letters', { requires: { shell: '^2.0.0' } });
  await put(withPublished(letters, '1.0.0', { descriptor }));
  expect(await findingsIn()).toContain(
    'fix releases: letters 1.0.0 is left out: it requires shell ^2.0.0, and the shell is 1.0.0.',
  );
});

test('before a migration, names it, and asks nothing of the tables that it makes', async () => {
  await execute(
    portal.database,
    'create table kept as select * from kysely_migration',
    "delete from kysely_migration where name >= '010'",
    'alter table answer_deliveries rename to later',
  );
  toClose.push(() =>
    execute(
      portal.database,
      'delete from kysely_migration',
      'insert into kysely_migration select * from kept',
      'drop table kept',
      'alter table later rename to answer_deliveries',
    ),
  );
  const findings = await findingsIn();
  expect(findings).toMatch(/^note schema: 010-answers.* pending: the next start executes them\.$/m);
  expect(findings).not.toContain('does not exist');
});

test('checks the SMTP and SMS accounts, and sends a test message only on request', async () => {
  const smtp = await smtpInbox();
  const sms = await startSmsInbox();
  toClose.push(sms.close);
  const accounts = {
    SMTP_URL: smtp.url,
    MAIL_FROM: 'portal@acme.example',
    TWILIO_ACCOUNT_SID: 'AC1',
    TWILIO_AUTH_TOKEN: 'token',
    TWILIO_FROM: '+12025550100',
    TWILIO_BASE_URL: sms.url,
  };
  const found = await findingsIn(accounts);
  expect(found).toContain('ok SMTP: accepts the account; nothing was sent');
  expect(found).toContain('ok SMS: accepts the account; nothing was sent');
  expect(smtp.received).toEqual([]);
  expect(await findingsIn(accounts, 'ops@acme.example')).toContain(
    'ok test message: accepted for o•••@acme.example',
  );
  expect(smtp.received).toMatchObject([
    { recipients: ['ops@acme.example'], mail: { subject: 'Test message of Acme' } },
  ]);
});

test('requires encryption for SMTP servers on other machines', async () => {
  const env = { MAIL_FROM: 'portal@acme.example' };
  // An address of this machine that the doctor does not recognize as loopback.
  const elsewhere = (url: string) => url.replace('127.0.0.1', '0.0.0.0');
  const plain = await smtpInbox({ disabledCommands: ['STARTTLS'] });
  const encrypting = await smtpInbox();
  expect(await findingsIn({ ...env, SMTP_URL: elsewhere(plain.url) })).toMatch(
    /^fix SMTP: The server offers no encryption/m,
  );
  expect(await findingsIn({ ...env, SMTP_URL: plain.url })).toMatch(/^ok SMTP/m);
  expect(await findingsIn({ ...env, SMTP_URL: elsewhere(encrypting.url) })).toMatch(/^ok SMTP/m);
});

test('names the variable of a key that cannot be read', async () => {
  const env = { SMTP_URL: 'smtp://portal%40acme.example@127.0.0.1:9', MAIL_FROM: 'portal@acme.example' };
  expect(await findingsIn({ ...env, SMTP_OAUTH_KEY_FILE: '/nowhere/key.json' })).toMatch(
    /^fix SMTP: SMTP_OAUTH_KEY_FILE must name a readable JSON key of a Google service account$/m,
  );
});

test('reports every unreachable service separately, and a missing key', async () => {
  // Not 9, which fetch blocks.
  const gone = 'http://127.0.0.1:2';
  const home = await newDirectory();
  const found = await findingsIn({
    PUBLIC_URL: gone,
    SECRET_KEY: undefined,
    DATABASE_URL: 'postgres://127.0.0.1:9/portal',
    SMTP_URL: 'smtp://127.0.0.1:9',
    MAIL_FROM: 'portal@acme.example',
    RELEASES_URL: pathToFileURL(join(home, 'releases')).href,
  });
  expect(found.split('\n')).toEqual([
    expect.stringMatching(/^ok version: /),
    expect.stringMatching(/^fix SECRET_KEY: SECRET_KEY is missing: /),
    `ok PUBLIC_URL: ${gone}/`,
    expect.stringMatching(/^fix database: The database cannot be opened: .*9\. Check DATABASE_URL/),
    'ok DATA_DIR: can be written',
    'ok releases folder: can be written',
    expect.stringMatching(/^fix SMTP: .*ECONNREFUSED.*\. Check SMTP_URL/),
    expect.stringMatching(/^note SMS/),
    expect.stringMatching(/^note answers: .*Set ANSWERS_EMAIL/),
    `fix portal: ${gone} does not work. Nothing listens there. Start the portal, or check PUBLIC_URL and the proxy.`,
  ]);
});

test('tries to write wherever the portal does, and leaves nothing behind', async () => {
  const home = await newDirectory();
  const found = await findingsIn({
    DATA_DIR: join(home, 'new', 'data'),
    AUDIT_LOG: join(home, 'audit.log'),
    RELEASES_URL: pathToFileURL(join(home, 'releases')).href,
  });
  for (const check of ['DATA_DIR', 'AUDIT_LOG', 'releases folder'])
    expect(found).toContain(`ok ${check}: can be written`);
  expect(await readdir(home)).toEqual([]);
});

test('reports cookies that arrive without the attributes for embedding', async () => {
  expect(await findingsIn({ EMBED_ORIGINS: 'https://www.acme.example' })).toMatch(
    /^fix cookies: They arrive without Secure, SameSite=None, Partitioned\. Configure the proxy/m,
  );
});

test('reports a database user who may only read', async () => {
  const undo = new Error('undo');
  const asReader = portal.database.transaction().execute(async (transaction) => {
    await execute(
      transaction,
      'create role reader',
      'grant select on all tables in schema public to reader',
      'grant insert on customers to reader',
      'set local role reader',
    );
    const { denied } = await readState(transaction);
    expect(denied).toContain('INSERT on sessions');
    expect(denied).toContain('DELETE on customers');
    expect(denied.join()).not.toMatch(/SELECT|INSERT on customers|kysely/);
    await execute(transaction, 'reset role', 'set transaction read only');
    expect((await readState(transaction)).denied).toEqual(['any write: it is read-only']);
    throw undo;
  });
  await expect(asReader).rejects.toBe(undo);
  expect(checkPermissions((await readState(portal.database)).denied)).toBeUndefined();
  expect(checkPermissions(['INSERT on sessions', 'UPDATE on sessions'])).toMatchObject({
    state: 'fix',
    text: expect.stringMatching(/^It is not permitted INSERT on sessions and 1 more\. .* grant its user/),
  });
});

test('reports a user who may not create the tables, in a schema or in none', async () => {
  const undo = new Error('undo');
  const asOwnerOfNothing = portal.database.transaction().execute(async (transaction) => {
    await execute(transaction, 'delete from kysely_migration', 'create role visitor');
    expect((await readState(transaction)).denied).toEqual([]);
    await execute(transaction, 'grant select on kysely_migration to visitor', 'set local role visitor');
    expect((await readState(transaction)).denied).toContain('CREATE on schema public');
    await execute(transaction, 'reset role', 'set local search_path = nowhere');
    expect((await readState(transaction)).denied).toEqual(['any table: its search_path names no schema']);
    throw undo;
  });
  await expect(asOwnerOfNothing).rejects.toBe(undo);
});

test('knows how many connections the user may have', async () => {
  const undo = new Error('undo');
  const asLimited = portal.database.transaction().execute(async (transaction) => {
    await execute(transaction, 'create role tenant connection limit 7', 'set local role tenant');
    expect((await readConnections(transaction)).connections).toBe(7);
    throw undo;
  });
  await expect(asLimited).rejects.toBe(undo);
});

test('compares the clock of the database with that of this machine', async () => {
  const asked = Date.now();
  const { at } = await readState(portal.database);
  const findingAt = (moment: number) => clockFinding('database clock', 'The database', moment, asked);
  expect(findingAt(at)).toMatchObject({ state: 'ok' });
  expect(findingAt(asked - 9_000)).toMatchObject({
    state: 'fix',
    text: 'The database is 9 seconds off this machine. Synchronize both clocks (NTP).',
  });
});

test('reports a port that fetch refuses to ask', async () => {
  expect(await findingsIn({ PUBLIC_URL: 'http://127.0.0.1:1' })).toContain(
    'fix portal: http://127.0.0.1:1 does not work. It cannot be reached: bad port.',
  );
});

test('its credential ends after a day', async () => {
  const key = deriveKeys(Buffer.from(SECRET_KEY, 'hex')).doctor;
  const statusAfter = async (ms: number) => {
    const authorization = doctorAuthorization(key, Date.now() - ms);
    return (await portal.app.inject({ url: '/hooks/doctor', headers: { authorization } })).statusCode;
  };
  expect([await statusAfter(0), await statusAfter(24 * 3_600_000)]).toEqual([200, 404]);
});

test('reports a certificate that ends soon', () => {
  const validTo = new Date('2026-03-20T12:00:00Z');
  const on = (day: string) => certificateFinding(validTo, Date.parse(day));
  expect(on('2026-03-01')).toMatchObject({ state: 'ok', text: 'ends in 19 days, on 2026-03-20' });
  expect(on('2026-03-10')).toMatchObject({
    state: 'fix',
    text: 'It ends in 10 days, on 2026-03-20. Renew it.',
  });
});

test('reports a certificate that browsers reject', async () => {
  const smtp = await smtpInbox({ secure: true });
  const selfSigned = new URL(smtp.url.replace('smtp:', 'https:'));
  expect(await findingsIn({ PUBLIC_URL: selfSigned.origin })).toMatch(
    /^fix portal: https:.* Its certificate (is self-signed|has expired|is for another name)/m,
  );
});

const STRANGER = '192.0.2.1';

test.each([
  ['directly', '203.0.113.9', STRANGER, false, undefined],
  ['directly', STRANGER, STRANGER, true, /forge/],
  ['directly', STRANGER, STRANGER, 'loopback', undefined],
  ['through a proxy that appends', '203.0.113.9', `${STRANGER}, 203.0.113.9`, '10.0.0.0/8', undefined],
  ['through a proxy that overwrites', '203.0.113.9', '203.0.113.9', true, undefined],
  [
    'through two proxies',
    '198.51.100.4',
    `${STRANGER}, 203.0.113.9, 198.51.100.4`,
    '10.0.0.0/8',
    /takes the proxy 198\.51\.100\.4 for the customer/,
  ],
  ['through an untrusted proxy', '10.0.0.2', `${STRANGER}, 203.0.113.9`, false, /Add 10\.0\.0\.2 to TRUST/],
  ['through a local proxy that adds nothing', '203.0.113.9', STRANGER, false, /does not add the client/],
  ['through a trusted proxy that adds nothing', STRANGER, STRANGER, 'loopback', /does not add the client/],
  ['through a proxy that removes the header', '10.0.0.2', null, false, /removes/],
])(
  'judges a request that arrives %s as %s with X-Forwarded-For: %s and TRUST_PROXY=%s',
  (way, client, forwarded, trustProxy, problem) => {
    const peer = forwarded === STRANGER ? '203.0.113.9' : '10.0.0.2';
    const publicUrl = new URL(way.includes('proxy') ? 'https://portal.test' : 'http://portal.test');
    const found = proxyProblem({ client, peer, forwarded }, { trustProxy, publicUrl });
    expect(found ?? 'none').toMatch(problem ?? /^none$/);
  },
);
