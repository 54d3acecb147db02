import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { createServer, request, type RequestListener } from 'node:http';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { ConfigError } from '../../platform/config/config';
import { readRemoteChoices } from '../../platform/config/remote-choices';
import { deriveKeys } from '../../platform/crypto/keys';
import { listenLocally } from '../../testing/listen-locally';
import { putRelease, shellRelease } from '../../testing/releases';
import { serveCommands } from '../../testing/serve-commands';
import { startSmsInbox } from '../../testing/sms-inbox';
import { startSmtpInbox } from '../../testing/smtp-inbox';
import { startTestApp, type TestApp } from '../../testing/test-app';
import { execute } from '../../testing/test-database';
import { readConfig } from '../../variables';
import { examine } from './doctor';

/** Forty mistakes of a year, and what the portal says of each: at its start, or by the doctor. */

const SECRET_KEY = 'ab'.repeat(32);
const keysOf = (key: string) => deriveKeys(Buffer.from(key, 'hex'));

const toClose: (() => unknown)[] = [];
afterAll(async () => {
  for (const close of toClose.toReversed()) await close();
});

const BACKUPS = mkdtempSync(join(tmpdir(), 'portal-backups-'));
toClose.push(() => rmSync(BACKUPS, { recursive: true }));
const LATE_BACKUP = join(BACKUPS, 'late');
writeFileSync(LATE_BACKUP, '');
utimesSync(LATE_BACKUP, new Date(0), new Date(0));

const listen = async (listener: RequestListener) => {
  const server = createServer(listener);
  toClose.push(() => server.close().closeAllConnections());
  return listenLocally(server);
};

/** What a proxy does wrong. */
interface Proxy {
  /** To which replicas it passes requests on, in turns. */
  to?: ('portal' | 'distrusting' | 'stranger')[];
  forwarded?: 'none' | 'replaced';
  dropsCookies?: boolean;
  keepsPages?: boolean;
  mostBytes?: number;
  /** How much the clock of every other replica is late. */
  lateMs?: number;
  answer?: { status: number; headers?: Record<string, string> };
}

let proxy: Proxy = {};
const ports = { portal: 0, distrusting: 0, stranger: 0 };
let turn = 0;

const forwardedBy = ({ forwarded }: Proxy, given: string | undefined) => {
  if (forwarded === 'none') return {};
  return { 'x-forwarded-for': forwarded === 'replaced' ? '127.0.0.1' : [given, '127.0.0.1'].join(', ') };
};

const passOn: RequestListener = (incoming, response) => {
  const { to = ['portal'], dropsCookies, keepsPages, mostBytes = Infinity, lateMs = 0, answer } = proxy;
  // A refused body leaves its connection in no state for the next request.
  response.shouldKeepAlive = false;
  if (answer) return void response.writeHead(answer.status, answer.headers).end();
  if (Number(incoming.headers['content-length'] ?? 0) > mostBytes) return void response.writeHead(413).end();
  turn += 1;
  const port = ports[to[turn % to.length] ?? 'portal'];
  const { 'x-forwarded-for': given, ...others } = incoming.headers;
  const headers = { ...others, ...forwardedBy(proxy, given as string | undefined) };
  const { method, url: path } = incoming;
  const passed = request({ port, host: '127.0.0.1', method, path, headers, agent: false }, (from) => {
    const { 'set-cookie': cookies, ...rest } = from.headers;
    response.writeHead(from.statusCode ?? 500, {
      ...rest,
      ...(keepsPages && path === '/' && { 'x-request-id': 'of the first visitor' }),
      ...(!dropsCookies && cookies && { 'set-cookie': cookies }),
    });
    if (lateMs === 0 || turn % 2 === 0) from.pipe(response);
    else
      void text(from).then((sent) =>
        response.end(sent.replace(/(?<="at":)\d+/, (at) => String(Number(at) - lateMs))),
      );
  });
  // A stranger closes before a large body has arrived.
  passed.on('error', () => response.destroy());
  incoming.pipe(passed);
};

/** The company's website, with a logo that is a page. */
const website: RequestListener = ({ url }, response) => {
  if (url === '/intranet') return void response.writeHead(302, { location: '/login' }).end();
  if (url === '/photo.png')
    return void response.writeHead(200, { 'content-type': 'image/png', 'content-length': 10_000_000 }).end();
  const types: Record<string, string> = {
    '/login': 'text/html',
    '/logo.svg': 'image/svg+xml',
    '/privacy': 'text/html',
    '/logo.html': 'text/html',
  };
  const type = types[url ?? ''];
  response.writeHead(type ? 200 : 404, type ? { 'content-type': type } : {}).end();
};

let portal: TestApp;
let right: Record<string, string>;
let sms: Awaited<ReturnType<typeof startSmsInbox>>;
beforeAll(async () => {
  const start = async (name: keyof typeof ports, env: Record<string, string>, key = SECRET_KEY) => {
    const started = await startTestApp(env, keysOf(key));
    ports[name] = Number(new URL(await started.app.listen({ port: 0, host: '127.0.0.1' })).port);
    toClose.push(started.close);
    return started;
  };
  portal = await start('portal', {});
  await start('distrusting', { TRUST_PROXY: 'false' });
  await start('stranger', {}, 'cd'.repeat(32));
  const { config, database } = portal;
  toClose.push(await serveCommands(portal));
  await putRelease(database, config.releasesUrl, shellRelease());

  const smtp = await startSmtpInbox({
    authOptional: false,
    onAuth: ({ password }, _session, done) =>
      password === 'right' ? done(null, { user: 'portal' }) : done(new Error('Authentication failed')),
  });
  sms = await startSmsInbox();
  toClose.push(smtp.close, sms.close);
  const site = await listen(website);
  right = {
    DATA_DIR: config.dataDir,
    SECRET_KEY,
    PUBLIC_URL: await listen(passOn),
    TRUST_PROXY: 'loopback',
    AUDIT_LOG: join(config.dataDir, 'audit.log'),
    SMTP_URL: smtp.url.replace('smtp://', 'smtp://portal:right@'),
    MAIL_FROM: 'portal@acme.example',
    TWILIO_ACCOUNT_SID: 'AC1',
    TWILIO_AUTH_TOKEN: 'token',
    TWILIO_FROM: '+12025550100',
    TWILIO_BASE_URL: sms.url,
    ANSWERS_EMAIL: 'office@acme.example',
    CUSTOMER_URL: `${site}/privacy`,
    BRAND_LOGO_URL: `${site}/logo.svg`,
    PRIVACY_URL: `${site}/privacy`,
  };
});
beforeEach(() => {
  proxy = {};
  sms.refuse();
});

/** What the portal says must be mended. */
const sentencesIn = async (env: Record<string, string>): Promise<string[]> => {
  try {
    const config = readConfig({ ...right, ...env }, '/');
    const choices = await readRemoteChoices(config);
    const findings = await examine(config, { choices });
    return findings.flatMap(({ check, state, text }) => (state === 'fix' ? [`${check}: ${text}`] : []));
  } catch (error) {
    if (error instanceof ConfigError) return [...error.faults];
    throw error;
  }
};

test('a right set-up has nothing to mend', async () => {
  expect(await sentencesIn({})).toEqual([]);
  proxy = { forwarded: 'replaced', to: ['portal', 'portal'] };
  expect(await sentencesIn({ LANGUAGES: 'en,de', HOSTNAME: 'portal-1', LANGUAGE: 'en' })).toEqual([]);
});

test.each<[name: string, sentence: RegExp, env: Record<string, string>]>([
  ['a port with a letter', /^PORT must be a port/, { PORT: '80x' }],
  ['PUBLIC_URL without scheme', /^PUBLIC_URL must/, { PUBLIC_URL: 'portal.example' }],
  ['PUBLIC_URL with a query', /^PUBLIC_URL must/, { PUBLIC_URL: 'https://portal.example/?a=1' }],
  ['a short key', /^SECRET_KEY must be 32 bytes .*openssl/, { SECRET_KEY: 'secret' }],
  [
    'a template that was not filled in',
    /^SECRET_KEY is empty/,
    { SECRET_KEY: '', DATABASE_URL: 'postgres://db/portal' },
  ],
  [
    'another database',
    /^DATABASE_URL must be a URL that starts with postgres/,
    { DATABASE_URL: 'mysql://db/portal' },
  ],
  [
    'a password with a slash',
    /^DATABASE_URL has a password .*%40/,
    { DATABASE_URL: 'postgres://portal:a/b@db/portal' },
  ],
  [
    'a schema in the address of the database',
    /^DATABASE_URL names a schema, which PostgreSQL reads elsewhere: .*alter role/,
    { DATABASE_URL: 'postgres://portal@db/portal?schema=portal' },
  ],
  ['the name of a proxy', /^TRUST_PROXY must be true, false, or addresses/, { TRUST_PROXY: 'nginx' }],
  ['a proxy that is everybody', /^TRUST_PROXY must be/, { TRUST_PROXY: '0.0.0.0/1,128.0.0.0/1' }],
  ['a folder of a shell', /^DATA_DIR must be a path without ~/, { DATA_DIR: '~/portal' }],
  ['no sender', /^MAIL_FROM is missing/, { MAIL_FROM: '' }],
  [
    'a mail server without scheme',
    /^SMTP_URL must be a URL that starts with smtp/,
    { SMTP_URL: 'mail.acme.example:587' },
  ],
  ['two senders', /^MAIL_FROM must be one mail address/, { MAIL_FROM: 'a@acme.example, b@acme.example' }],
  ['half an account', /^TWILIO_AUTH_TOKEN is missing/, { TWILIO_AUTH_TOKEN: '' }],
  [
    'a sender with spaces',
    /^TWILIO_FROM must be a number with its country code/,
    { TWILIO_FROM: '+1 202 555 0100' },
  ],
  [
    'two providers',
    /TWILIO_FROM and VONAGE_FROM are of several/,
    { VONAGE_API_KEY: 'k', VONAGE_API_SECRET: 's', VONAGE_FROM: 'Acme' },
  ],
  [
    'an origin with a path',
    /^EMBED_ORIGINS must be comma-separated origins/,
    { EMBED_ORIGINS: 'https://acme.example/account' },
  ],
  [
    'an embedded portal on plain HTTP',
    /^PUBLIC_URL must start with https/,
    { PUBLIC_URL: 'http://portal.test', EMBED_ORIGINS: 'https://acme.example' },
  ],
  ['an unknown zone', /^TIME_ZONE must be an IANA/, { TIME_ZONE: 'CET+1' }],
  ['quiet hours without a zone', /^TIME_ZONE is missing/, { SMS_QUIET_HOURS: '21:00-08:00' }],
  ['an unknown language', /^LANGUAGES must be/, { LANGUAGES: 'en,xx' }],
  ['one port for two', /^OPERATIONS_PORT must differ/, { OPERATIONS_PORT: '3000' }],
  ['a short token', /^ORDERS_WEBHOOK_TOKEN must have at least 16/, { ORDERS_WEBHOOK_TOKEN: 'secret' }],
  ['limits without effect', /could guess codes/, { LIMIT_WRONG_CODES: '1000/1d' }],
  ['a relative folder', /^RELEASES_URL must be/, { RELEASES_URL: './releases' }],
  [
    'a file that is not there',
    /^REMOTES names a file that cannot be read \(ENOENT\)/,
    { REMOTES: '/nowhere/remotes.json' },
  ],
  [
    'data that cannot be written',
    /^DATA_DIR: It cannot be written.* Let the user/,
    { DATA_DIR: '/dev/null/data' },
  ],
  ['a log that cannot be written', /^AUDIT_LOG: It cannot be written/, { AUDIT_LOG: '/dev/null/audit.log' }],
  [
    'a folder that cannot be written',
    /^releases folder: It cannot be written/,
    { RELEASES_URL: 'file:///dev/null/releases' },
  ],
  ['a backup that nobody makes', /^backup: BACKUP_FILE is not there/, { BACKUP_FILE: '/nowhere/backup' }],
  [
    'a backup that is late',
    /^backup: It is late: the last one was \d+ hours ago/,
    { BACKUP_FILE: LATE_BACKUP },
  ],
  [
    'a misspelt variable',
    /^variables: SUPORT_EMAIL is no variable.* It reads SUPPORT_EMAIL/,
    { SUPORT_EMAIL: 'help@acme.example' },
  ],
  [
    'a misspelt variable of a file',
    /^variables: OPERATORS_TOKEN_FILE is no variable.* It reads OPERATOR_TOKEN/,
    { OPERATORS_TOKEN_FILE: '/run/secrets/operator' },
  ],
  [
    'nothing that sends, and a misspelt variable',
    /^messages: Nothing sends codes.* SMPT_HOST is no variable.* Set SMTP_URL/,
    {
      ...{
        PUBLIC_URL: 'https://127.0.0.1:1',
        DATABASE_URL: 'postgres://127.0.0.1:9/portal',
        SMPT_HOST: 'mail',
      },
      ...{ SMTP_URL: '', MAIL_FROM: '', TWILIO_ACCOUNT_SID: '', TWILIO_AUTH_TOKEN: '', TWILIO_FROM: '' },
    },
  ],
  [
    'a database that does not answer',
    /^database: The database cannot be opened.* Check DATABASE_URL/,
    { DATABASE_URL: 'postgres://127.0.0.1:9/portal' },
  ],
  ['another key', /^portal: A portal with another SECRET_KEY answers/, { SECRET_KEY: 'cd'.repeat(32) }],
  [
    'an address without TLS',
    /^PUBLIC_URL: Codes and sessions travel unencrypted/,
    { PUBLIC_URL: 'http://portal.test' },
  ],
  [
    'an address where nothing listens',
    /^portal: .*Nothing listens there/,
    { PUBLIC_URL: 'http://127.0.0.1:2' },
  ],
  [
    'a wrong password of the mail server',
    /^SMTP: (?!.*wrong@)Invalid login.* Check SMTP_URL/,
    { SMTP_URL: 'wrong' },
  ],
  [
    'TLS at a port that begins without',
    /^SMTP: (?!.*OPENSSL).*wrong version number.* Write smtp:\/\/ in SMTP_URL/i,
    { SMTP_URL: 'smtps' },
  ],
  [
    'an address of HTTPS without a proxy',
    /^portal: .*It does not speak HTTPS there/,
    { PUBLIC_URL: 'https' },
  ],
  ['a mail server that is away', /^SMTP: .*ECONNREFUSED/, { SMTP_URL: 'smtp://127.0.0.1:9' }],
  [
    'a number of another account',
    /^SMS: TWILIO_FROM is no number of the account/,
    { TWILIO_FROM: '+12025550199' },
  ],
  ['an API of somebody else', /^SMS: .*Check TWILIO_BASE_URL/, { TWILIO_BASE_URL: 'http://127.0.0.1:2' }],
  ['a page that is gone', /^CUSTOMER_URL: It answers 404/, { CUSTOMER_URL: 'site/account' }],
  [
    'a logo that is a page',
    /^BRAND_LOGO_URL: It is no image, but text\/html/,
    { BRAND_LOGO_URL: 'site/logo.html' },
  ],
  [
    'a logo as the camera made it',
    /^BRAND_LOGO_URL: Each customer loads 10000 KB/,
    { BRAND_LOGO_URL: 'site/photo.png' },
  ],
  ['a page of the intranet', /^PRIVACY_URL: It leads to .*\/login\. Let/, { PRIVACY_URL: 'site/intranet' }],
  [
    'a host that nobody has',
    /^PRIVACY_URL: It cannot be reached \(\w+\)/,
    { PRIVACY_URL: 'https://www.acme.invalid/privacy' },
  ],
  [
    'an unknown receiver of answers',
    /^answers: The name answers.invalid is unknown/,
    {
      ANSWERS_WEBHOOK_URL: 'https://answers.invalid',
      ANSWERS_WEBHOOK_SECRET: `whsec_${'a'.repeat(32)}`,
    },
  ],
])('%s: %s', async (_name, sentence, { ...env }) => {
  const { SMTP_URL = '', CUSTOMER_URL = '', PUBLIC_URL = '' } = right;
  if (env['SMTP_URL'] === 'smtps') env['SMTP_URL'] = SMTP_URL.replace('smtp:', 'smtps:');
  if (env['PUBLIC_URL'] === 'https') env['PUBLIC_URL'] = PUBLIC_URL.replace('http:', 'https:');
  if (env['SMTP_URL'] === 'wrong') env['SMTP_URL'] = SMTP_URL.replace(':right@', ':wrong@');
  for (const [name, value] of Object.entries(env))
    if (value.startsWith('site/')) env[name] = value.replace('site', new URL(CUSTOMER_URL).origin);
  expect(await sentencesIn(env)).toContainEqual(expect.stringMatching(sentence));
});

test.each<[name: string, sentence: RegExp, proxy: Proxy]>([
  [
    'a proxy that nobody trusts, on the same machine',
    /^proxy: A proxy sets X-Forwarded-For, .*Add 127\.0\.0\.1 to TRUST_PROXY/,
    { to: ['distrusting'], forwarded: 'replaced' },
  ],
  ['a proxy that removes the client', /^proxy: The proxy removes X-Forwarded-For/, { forwarded: 'none' }],
  [
    'one replica of two with another key',
    /^portal: (\d of 12 requests fail\. )?A portal with another SECRET_KEY/,
    { to: ['portal', 'stranger'] },
  ],
  ['a proxy that keeps pages', /^proxy: It keeps pages.*private/, { keepsPages: true }],
  ['a proxy that removes cookies', /^cookies: No cookies arrive.* Set-Cookie/, { dropsCookies: true }],
  [
    'a proxy that refuses photos',
    /^proxy: It refuses requests of 10 MB.*client_max_body_size 11m/,
    { mostBytes: 1_000_000 },
  ],
  ['a replica whose clock is late', /^clock: PUBLIC_URL is \d{3} seconds off/, { lateMs: 120_000 }],
  [
    'an address that redirects',
    /^portal: It redirects to https:\/\/www/,
    { answer: { status: 301, headers: { location: 'https://www.portal.test' } } },
  ],
  ['a proxy without a portal', /^portal: The answer is 502/, { answer: { status: 502 } }],
  ['a server of somebody else', /^portal: Another server answers \(404\)/, { answer: { status: 404 } }],
])('%s: %s', async (_name, sentence, mistake) => {
  proxy = mistake;
  const env = mistake.to?.includes('distrusting') ? { TRUST_PROXY: 'false' } : {};
  expect(await sentencesIn(env)).toContainEqual(expect.stringMatching(sentence));
});

test('an account that the provider has suspended', async () => {
  sms.refuse(401, 20003);
  expect(await sentencesIn({})).toContainEqual(expect.stringMatching(/^SMS: It refuses the account\. Copy/));
});

test('codes that wait, dead letters, and answers that did not arrive', async () => {
  const { database } = portal;
  const message =
    'insert into outbox (channel, kind, recipient, status, expires_at, created_at, settled_at, available_at)';
  await portal.addCustomer({ email: 'ann@example.com' });
  await execute(
    database,
    `${message} values ('email', 'code', 'a@example.com', 'waiting', now() + interval '5 min', now() - interval '3 min', null, now() + interval '1 h')`,
    `${message} values ('sms', 'order', '', 'dead', now(), now(), now(), now())`,
    `insert into answers (customer_id, order_nbr, key, message) select id, '1', gen_random_uuid(), 'Hello' from customers`,
    `insert into answer_deliveries (answer_id, target, failure, attempts, available_at) select id, 'mail', 'away', 9, now() + interval '1 h' from answers`,
  );
  await portal.passTime({ minutes: 30 });
  const sentences = await sentencesIn({});
  expect(sentences).toEqual([
    expect.stringMatching(/^codes: 1 by mail wait, the oldest for \d+ minutes\. The log says why/),
    expect.stringMatching(/^dead letters: 1 by text message could not be sent\. See `pnpm portal outbox`/),
    expect.stringMatching(/^answers: 1 did not arrive \(mail\)/),
  ]);
});

test('a release that has lost a file, and none', async () => {
  const { config, database } = portal;
  const file = new URL(`${config.releasesUrl.href}/shell/1.0.0/shell.js`);
  await rm(file);
  expect(await sentencesIn({})).toContainEqual(
    expect.stringMatching(/^releases: shell 1\.0\.0 has lost shell\.js/),
  );
  await execute(database, `delete from releases`);
  expect(await sentencesIn({})).toContainEqual(expect.stringMatching(/^releases: No shell is live\. Run/));
});
