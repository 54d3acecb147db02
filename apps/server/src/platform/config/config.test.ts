import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { faultsOf } from '../../testing/faults';
import { readConfig } from '../../variables';
import { attemptsPerDay } from '../limits/limits';

test('an empty environment configures a portal on localhost', () => {
  expect(readConfig({}, '/portal')).toMatchObject({
    port: 3000,
    host: '127.0.0.1',
    publicUrl: new URL('http://localhost:3000'),
    baseUrl: 'http://localhost:3000',
    basePath: '',
    dataDir: '/portal/.portal',
    releasesUrl: new URL('file:///portal/.portal/releases'),
    logLevel: 'warn',
    session: { idleMinutes: 1440, absoluteHours: 168 },
  });
});

test('delays the shutdown by 5 seconds by default when the portal can have replicas', () => {
  const delayOf = (env: Record<string, string>) => readConfig(env, '/').shutdownDelay;
  expect(delayOf({ DATABASE_URL: 'postgres://db.example/portal' })).toBe(5);
  expect(delayOf({ API_UPSTREAM: 'https://erp.example' })).toBe(5);
  expect(delayOf({ DATABASE_URL: 'postgres://db.example/portal', SHUTDOWN_DELAY_SECONDS: '0' })).toBe(0);
});

test('parses variables into their types', () => {
  const env = {
    PORT: '8080',
    PUBLIC_URL: 'https://acme.example/account/',
    TWILIO_ACCOUNT_SID: 'AC1',
    TWILIO_AUTH_TOKEN: 'token',
    TWILIO_FROM: '+15005550006',
    RELEASES_URL: 's3://bucket/releases',
  };
  expect(readConfig(env, '/portal')).toMatchObject({
    port: 8080,
    basePath: '/account',
    twilio: { from: '+15005550006', baseUrl: new URL('https://api.twilio.com') },
    releasesUrl: new URL('s3://bucket/releases'),
  });
  for (const encoding of ['hex', 'base64'] as const) {
    const SECRET_KEY = Buffer.alloc(32).toString(encoding);
    const config = readConfig({ SECRET_KEY, SECRET_KEY_PREVIOUS: SECRET_KEY }, '/portal');
    expect(config).toMatchObject({ secretKey: Buffer.alloc(32), previousSecretKey: Buffer.alloc(32) });
  }
});

test.each([
  ...['loopback', '::1', '10.0.0.0/8, 2001:db8::/32', 'true'].map((value) => ['TRUST_PROXY', value]),
  ...['127.0.0.1', '0.0.0.0', '::', '::1', 'localhost', 'portal-1.internal'].map((value) => ['HOST', value]),
])('accepts %s=%s', (name = '', value = '') => expect(faultsOf({ [name]: value })).toEqual([]));

test('treats an empty variable as unset', () => {
  expect(readConfig({ PORT: '', SMTP_URL: '', DATABASE_URL: '' }, '/portal').port).toBe(3000);
});

test.each([
  ['PUBLIC_URL', 'https://user:hunter2@portal.example'],
  ['PUBLIC_URL', 'https://portal.example//evil.example'],
  ['PUBLIC_URL', 'https://portal.example/:name/*'],
  ['RELEASES_URL', 's3://key:secret@bucket/releases'],
  ['BRAND_PRIMARY_COLOR', 'blue'],
  ['SUPPORT_EMAIL', 'service@acme.example?bcc=x@evil.example'],
  ['SUPPORT_URL', 'javascript:alert(1)'],
  ['ORDER_STATUS_KINDS', 'Wartet auf Sie=wartend'],
  ['ORDER_STATUS_KINDS', '=waiting'],
  ['OTEL_EXPORTER_OTLP_PROTOCOL', 'grpc'],
  ['SECRET_KEY_PREVIOUS', 'c0ffee'],
  ['TRUST_PROXY', '10.0.0.0/33'],
  ['TRUST_PROXY', '10.0.0.0/0'],
  ['DATABASE_POOL_SIZE', '0'],
  ['SHUTDOWN_DELAY_SECONDS', '-1'],
  ['SESSION_ABSOLUTE_HOURS', '999999999'],
  ['SMS_COUNTRIES', 'USA'],
  ['HOST', '999.1.1.1'],
  ['LIMIT_CODES', '0/1h'],
  ['OPERATOR_TOKEN', 'short'],
  ['OPERATOR_HEADER', 'X-Forwarded-For'],
  ['TIME_ZONE', 'Mars/Olympus'],
  ['CUSTOMER_URL', 'https://www.acme.example/account?tab=orders'],
])('rejects %s=%s without repeating the value', (name, value) => {
  const [fault, ...others] = faultsOf({ [name]: value });
  expect(others).toEqual([]);
  expect(fault).toMatch(new RegExp(`^${name} must `));
  expect(fault?.split(' ')).not.toContain(value);
});

test.each(['21:00', '21:00-24:00', '21:00-21:00'])('rejects SMS_QUIET_HOURS=%s', (SMS_QUIET_HOURS) => {
  expect(faultsOf({ SMS_QUIET_HOURS, TIME_ZONE: 'Europe/Berlin' })).toEqual([
    'SMS_QUIET_HOURS must be two different times of the day: 21:00-08:00',
  ]);
});

test.each(['false', 'true'])('OPERATOR_HEADER requires more than TRUST_PROXY=%s', (TRUST_PROXY) => {
  expect(faultsOf({ OPERATIONS_PORT: '9464', OPERATOR_HEADER: 'x-forwarded-user', TRUST_PROXY })).toEqual([
    'OPERATOR_HEADER needs the addresses of your proxies in TRUST_PROXY: loopback,10.0.0.0/8',
  ]);
});

test('quiet hours require a time zone', () => {
  expect(faultsOf({ SMS_QUIET_HOURS: '21:00-08:00' })).toEqual([
    'TIME_ZONE is missing: SMS_QUIET_HOURS needs one, such as Europe/Berlin',
  ]);
  const { sms } = readConfig({ SMS_QUIET_HOURS: '21:00-08:15', TIME_ZONE: 'Europe/Berlin' }, '/');
  expect(sms.quietHours).toEqual({ from: 1260, to: 495, timeZone: 'Europe/Berlin' });
});

test.each([
  [undefined, 'https://portal.example/account'],
  ['https://www.acme.example/', 'https://www.acme.example'],
  ['https://www.acme.example/my#', 'https://www.acme.example/my#'],
  ['https://www.acme.example/my?tab=1#/', 'https://www.acme.example/my?tab=1#'],
])('with CUSTOMER_URL=%s, links in messages start with %s', (CUSTOMER_URL, start) => {
  const env = { PUBLIC_URL: 'https://portal.example/account', ...(CUSTOMER_URL && { CUSTOMER_URL }) };
  expect(readConfig(env, '/').customerUrl).toBe(start);
});

test('operations are off unless they are configured', () => {
  const { operations, auditLog } = readConfig({}, '/');
  expect([operations, auditLog]).toEqual([undefined, undefined]);
  const operationsOf = (env: Record<string, string>) => readConfig(env, '/').operations;
  const env = { OPERATIONS_PORT: '9464' };
  expect(operationsOf(env)).toEqual({ port: 9464, host: '127.0.0.1' });
  expect(operationsOf({ ...env, OPERATIONS_HOST: '::' })).toMatchObject({ host: '::' });
  expect(faultsOf({ OPERATIONS_HOST: '::' })).toEqual([
    'OPERATIONS_PORT is missing: OPERATIONS_HOST needs one, such as 9464',
  ]);
  expect(faultsOf({ OPERATIONS_PORT: '3000' })).toEqual(['OPERATIONS_PORT must differ from PORT']);
});

test.each(['p@ss/word', '1234/x', 'p#ss', 'p%zz'])(
  'says how to write the password %s in a URL, without repeating it',
  (password) => {
    for (const [name, scheme] of [
      ['DATABASE_URL', 'postgres'],
      ['SMTP_URL', 'smtp'],
    ] as const) {
      const env = { MAIL_FROM: 'a@acme.example', [name]: `${scheme}://portal:${password}@db.example/portal` };
      expect(faultsOf(env)).toContain(
        `${name} has a password with characters that end it: write @ as %40, / as %2F, ? as %3F, # as %23, and % as %25`,
      );
      expect(faultsOf(env).join()).not.toContain(password);
      const encoded = `${scheme}://portal:${encodeURIComponent(password)}@db.example/portal`;
      expect(faultsOf({ ...env, [name]: encoded }).filter((fault) => fault.startsWith(name))).toEqual([]);
    }
  },
);

test('an empty SECRET_KEY beside a DATABASE_URL is a mistake', () => {
  const DATABASE_URL = 'postgres://db.example/portal';
  expect(faultsOf({ DATABASE_URL, SECRET_KEY: '' })).toEqual([
    'SECRET_KEY is empty: set the same for all replicas, from openssl rand -hex 32',
  ]);
  expect(faultsOf({ SECRET_KEY: '' })).toEqual([]);
});

test('OAuth for SMTP needs all of a client, and a mailbox', () => {
  const client = {
    SMTP_OAUTH_TOKEN_URL: 'https://login.acme.example/token',
    SMTP_OAUTH_CLIENT_ID: 'portal',
    SMTP_OAUTH_CLIENT_SECRET: 'secret',
  };
  const smtp = { SMTP_URL: 'smtp://portal%40acme.example@mail.example', MAIL_FROM: 'a@acme.example' };
  expect(faultsOf({ ...smtp, ...client })).toEqual([]);
  expect(faultsOf(client)).toEqual([
    'SMTP_URL is missing: SMTP_OAUTH_CLIENT_ID needs the server and the mailbox',
  ]);
  expect(faultsOf({ ...smtp, SMTP_OAUTH_REFRESH_TOKEN: 'token' })).toEqual([
    'SMTP_OAUTH_CLIENT_ID is missing: SMTP_OAUTH_REFRESH_TOKEN needs the client that it was issued to',
  ]);
  expect(faultsOf({ ...smtp, ...client, SMTP_URL: 'smtp://mail.example' })).toEqual([
    expect.stringMatching(/^SMTP_URL must name the mailbox for OAuth/),
  ]);
});

test('reports all faults at once', () => {
  expect(
    faultsOf({ PORT: 'x', SECRET_KEY: 'hunter2', SMTP_URL: 'smtp://mail', TWILIO_FROM: '+12025550100' }),
  ).toEqual([
    'PORT must be a port number',
    'SECRET_KEY must be 32 bytes in hex or base64: openssl rand -hex 32',
    'MAIL_FROM is missing: set all of SMTP_URL, MAIL_FROM',
    'TWILIO_ACCOUNT_SID is missing: set all of TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN, TWILIO_FROM',
    'TWILIO_AUTH_TOKEN is missing: set all of TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN, TWILIO_FROM',
  ]);
});

test.each([
  { LIMIT_WRONG_CODES: '21/1d' },
  { LIMIT_WRONG_CODES: '1/1h' },
  { LIMIT_KNOWN_BROWSERS_WRONG_CODES: '2/1h,31/1d' },
])('rejects limits that let attackers guess codes: %j', (env) => {
  expect(faultsOf(env)).toEqual([
    expect.stringMatching(
      /^LIMIT_WRONG_CODES and LIMIT_KNOWN_BROWSERS_WRONG_CODES together must allow at most 50 wrong codes a day/,
    ),
  ]);
});

test('a stranger has 40 attempts a day at the codes of a customer, and 100 with stolen cookies', () => {
  const { wrongCodes, known } = readConfig({}, '/').limits;
  expect(attemptsPerDay(wrongCodes)).toBe(40);
  expect(attemptsPerDay(wrongCodes, known.wrongCodesOfAll)).toBe(100);
});

test.each(['MAIL_FROM', 'BRAND_NAME', 'TWILIO_FROM', 'DATA_DIR'])('%s must be a single line', (name) => {
  const [fault] = faultsOf({ [name]: 'portal@acme.example\r\nBcc: all@acme.example' });
  expect(fault).toBe(`${name} must be one line, without control characters`);
});

describe('embedding', () => {
  test('is off without origins, and accepts a list of them', () => {
    expect(readConfig({}, '/')).toMatchObject({ embedOrigins: [], frameAncestors: [], isEmbedded: false });
    const env = {
      PUBLIC_URL: 'https://portal.example',
      EMBED_ORIGINS: 'https://acme.example, http://localhost:4730',
    };
    const embedOrigins = ['https://acme.example', 'http://localhost:4730'];
    expect(readConfig(env, '/')).toMatchObject({ embedOrigins, isEmbedded: true });
  });

  test.each([
    ['http://localhost:3000', 'http://localhost:8080', false],
    ['http://localhost:3000', 'http://localhost:8080,http://127.0.0.1:8080', true],
    ['http://localhost:3000', 'https://localhost:8080', true],
    ['https://localhost:3000', 'https://localhost:8080', true],
  ])(
    'a portal at %s that is embedded by %s needs cross-site cookies: %s',
    (PUBLIC_URL, EMBED_ORIGINS, isEmbedded) => {
      expect(readConfig({ PUBLIC_URL, EMBED_ORIGINS }, '/')).toMatchObject({ isEmbedded });
    },
  );

  test.each([
    ...['*', 'null', 'acme.example', 'https://acme.example/', 'https://acme.example/shop', "https://'self'"],
    ...['ftp://acme.example', 'https://*.acme.example', 'https://acme.example,', 'https://acme.example;'],
    ...['https://WWW.acme.example', 'https://bücher.example', 'https://acme.example:443'],
  ])('rejects the origins %j', (EMBED_ORIGINS) => {
    const env = { PUBLIC_URL: 'https://portal.example', EMBED_ORIGINS };
    expect(faultsOf(env)).toEqual([expect.stringMatching(/^EMBED_ORIGINS must be comma-separated origins/)]);
  });

  test.each(['EMBED_ORIGINS', 'EMBED_FRAME_ANCESTORS'])(
    '%s rejects http:// origins, except loopback',
    (name) => {
      const env = (site: string) => ({ PUBLIC_URL: 'https://portal.example', [name]: site });
      for (const site of ['http://acme.example', 'http://127.acme.example'])
        expect(faultsOf(env(site))).toEqual([
          expect.stringMatching(`^${name} must be https:// origins, except on this machine`),
        ]);
      expect(faultsOf(env('http://127.0.0.1:4730'))).toEqual([]);
    },
  );

  test.each(['EMBED_ORIGINS', 'EMBED_FRAME_ANCESTORS'])(
    '%s requires an https:// PUBLIC_URL, except on localhost',
    (name) => {
      const env = (url: string) => ({ PUBLIC_URL: url, [name]: 'https://acme.example' });
      expect(faultsOf(env('http://portal.example'))).toEqual([
        'PUBLIC_URL must start with https:// for EMBED_ORIGINS and EMBED_FRAME_ANCESTORS',
      ]);
      for (const url of ['https://portal.example', 'http://localhost:3000', 'http://127.0.0.1:3000'])
        expect(faultsOf(env(url))).toEqual([]);
    },
  );
});

test.each([
  ['SMPT_HOST', 'SMTP_URL'],
  ['SMTP_URI', 'SMTP_URL'],
  ['SMTP_PASSWORD', 'SMTP_URL'],
  ['TWILIO_ACCOUNT_ID', 'TWILIO_ACCOUNT_SID'],
  ['TIMEZONE', 'TIME_ZONE'],
  ['TRUSTED_PROXY', 'TRUST_PROXY'],
])('names %s as a misspelt variable', (name, meant) => {
  const sentence = `${name} is no variable of the portal. It reads ${meant}, which is not set.`;
  expect(readConfig({ [name]: 'x' }, '/').misspelt).toEqual([sentence]);
});

test('takes no variable of another program for a misspelt one', () => {
  const others = ['HOSTNAME', 'LANGUAGE', 'LOGNAME', 'DATABASE_PASSWORD', 'SECRET_KEY_BASE', 'MAIL'];
  const ours = {
    SMTP_URL: 'smtp://mail.example',
    MAIL_FROM: 'portal@acme.example',
    SMTP_HOST: 'mail.example',
  };
  const env = { ...Object.fromEntries(others.map((name) => [name, 'x'])), ...ours };
  expect(readConfig(env, '/').misspelt).toEqual([]);
});

describe('a variable in a file', () => {
  let folder: string;
  beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), 'portal-secrets-'))));
  afterEach(() => rm(folder, { recursive: true }));

  test('has the value of the file, without the last line break', async () => {
    const file = join(folder, 'key');
    await writeFile(file, `${'ab'.repeat(32)}\n`);
    expect(readConfig({ SECRET_KEY_FILE: file }, '/').secretKey).toEqual(Buffer.alloc(32, 0xab));
    expect(readConfig({ SECRET_KEY_FILE: file }, '/').misspelt).toEqual([]);
    // A template that keeps the variable empty.
    const env = { SECRET_KEY: '', SECRET_KEY_FILE: file, DATABASE_URL: 'postgres://db.example/portal' };
    expect(faultsOf(env)).toEqual([]);
  });

  test('is a fault if the file cannot be read, has a wrong value, or the variable is set, too', async () => {
    const file = join(folder, 'key');
    await writeFile(file, 'hunter2');
    expect(faultsOf({ SMTP_URL_FILE: join(folder, 'none'), METRICS_TOKEN_FILE: file })).toEqual([
      'SMTP_URL_FILE names a file that cannot be read (ENOENT)',
      'METRICS_TOKEN must have at least 16 characters',
    ]);
    await writeFile(join(folder, 'empty'), '\n');
    await writeFile(join(folder, 'latin1'), 'Müller', 'latin1');
    expect(
      faultsOf({ METRICS_TOKEN_FILE: join(folder, 'empty'), BRAND_NAME_FILE: join(folder, 'latin1') }),
    ).toEqual([
      'BRAND_NAME_FILE names a file that is not UTF-8: save it as UTF-8',
      'METRICS_TOKEN_FILE names an empty file',
    ]);
    expect(faultsOf({ BRAND_NAME: 'Acme', BRAND_NAME_FILE: file })).toEqual([
      'BRAND_NAME and BRAND_NAME_FILE are both set: set one',
    ]);
  });
});
