import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { runPortal, userName } from '@portal/cli';
import { holdDirectory } from '../../platform/database/one-process';
import { findingsText } from '../doctor/command';
import { serveCommands } from '../../testing/serve-commands';
import { startTestApp, type TestApp } from '../../testing/test-app';
import { configOf } from './operator';
import { callCommand, withCommands } from './run';
import { DATABASE_VERBS } from './verbs';

let app: TestApp;
let endCommands: () => Promise<void>;
beforeAll(async () => {
  app = await startTestApp();
  endCommands = await serveCommands(app);
});
beforeEach(() => app.empty());
afterAll(async () => {
  await endCommands();
  await app.close();
});

interface Terminal {
  /** What the operator types; absent: stdin is not a terminal. */
  typed?: string;
  env?: Record<string, string>;
}

/** Runs a command line, split at spaces, as if called from the data directory. */
const portal = async (command: string, { typed, env }: Terminal = {}) => {
  let out = '';
  let err = '';
  const { dataDir } = app.config;
  const ask = async (question: string) => {
    err += question;
    return typed ?? '';
  };
  const io = {
    stdout: { write: (text: string) => (out += text) },
    stderr: { write: (text: string) => (err += text) },
    env: { DATA_DIR: dataDir, INIT_CWD: dataDir, ...env },
    cwd: '/',
    ...(typed !== undefined && { ask }),
  };
  const exitCode = await runPortal(command.split(' '), io, { verbs: DATABASE_VERBS });
  return { out, err, exitCode };
};

const failed = (err: unknown, exitCode = 1) => ({ out: '', err, exitCode });

const done = (out: unknown) => ({ out, err: '', exitCode: 0 });

const customers = async () =>
  (await app.database.selectFrom('customers').select('email').execute()).map(({ email }) => email);

const UPSTREAM = { API_UPSTREAM: 'https://erp.example' };

test.each<[string, string, Record<string, string>?]>([
  ['import missing.json', 'missing.json: no such file'],
  ['import', 'Name the file to import: pnpm portal import customers.json'],
  ['import one.json --dry-rum', "unknown option '--dry-rum' (Did you mean --dry-run?)"],
  ['import customers.json', 'PORT must be a port number', { PORT: 'http' }],
  ['import customers.json', 'API_UPSTREAM is set, so this portal has no customers. Import', UPSTREAM],
  ['migrate --from-embedded --status', 'Use either --status, which changes nothing, or --from-embedded.'],
  ['migrate --from-embedded', 'DATABASE_URL is missing: it says where the rows of the embedded database go.'],
  [
    'migrate --from-embedded',
    'There is no database in /no/such. Set DATA_DIR as for the portal.',
    { DATABASE_URL: 'postgres://127.0.0.1:1/portal', DATA_DIR: '/no/such' },
  ],
  ['outbox delete', 'Name dead letters, or --all: pnpm portal outbox delete ID'],
  ['outbox', 'Manage customers and messages on that server.', UPSTREAM],
  ['outbox', 'There is no database in /no/such. Set DATA_DIR or DATABASE_URL as', { DATA_DIR: '/no/such' }],
  ['customer', 'Name one of the commands that --help lists.'],
  ['customer export', "missing required argument 'contact'"],
])('"portal %s" is not tried: %s', async (command, sentence, env = {}) => {
  expect(await portal(command, { env })).toEqual(failed(expect.stringContaining(sentence), 2));
});

describe('import', () => {
  const write = (rows: unknown) =>
    writeFile(join(app.config.dataDir, 'customers.json'), JSON.stringify(rows));

  test('loads a file by the running portal', async () => {
    await write([{ email: 'ann@example.com' }]);
    const loadable = expect.stringMatching(/^The file can be loaded; nothing was changed/);
    expect(await portal('import customers.json --dry-run')).toEqual(done(loadable));
    expect(await customers()).toEqual([]);
    const loaded = await portal('import customers.json --json');
    expect(loaded).toEqual(done(expect.any(String)));
    expect(JSON.parse(loaded.out)).toMatchObject({ outcome: 'loaded', customers: { new: 1 } });
    expect(await customers()).toEqual(['ann@example.com']);
    expect((await portal('imports')).out).toMatch(/source +file\n[^]*customers +new 1, updated 0/);
  });

  test('asks before it writes to many customers', async () => {
    const people = (Status: string) =>
      Array.from({ length: 101 }, (_, index) => ({
        email: `customer-${index}@example.com`,
        orders: [{ ServiceOrderNbr: String(index), Status }],
      }));
    await write(people('Open'));
    expect(await portal('import customers.json')).toMatchObject({ exitCode: 0 });
    await write(people('Closed'));
    const sentence = 'It changes 101 orders, and would send 101 emails, 0 text messages.';
    const refusal = `portal: ${sentence} Nothing was loaded. Add --yes to load it, and --quiet to send nothing.\n`;
    expect(await portal('import customers.json')).toEqual(failed(refusal));
    const asked = await portal('import customers.json', { typed: 'no' });
    expect(asked).toEqual(failed(`${sentence} Load customers.json? Type "yes": ${refusal}`));
    const confirmed = await portal('import customers.json', { typed: 'yes' });
    expect(confirmed).toMatchObject({ exitCode: 0, out: expect.stringContaining('waiting: 101 emails') });
    expect(await portal('outbox delete --queued')).toEqual(done('101 messages deleted that waited\n'));
    expect((await portal('outbox')).out).toBe('The outbox is empty.\n');
    await write(people('Open'));
    const quiet = await portal('import customers.json --quiet --yes');
    expect(quiet.out).not.toContain('messages');
  });

  test('refuses a file with errors, as text and as JSON', async () => {
    await write([{ email: 'nobody' }]);
    const errors =
      'portal: customers.json has errors:\nline 1, row 1, nobody, email: email is not an email address\n';
    const advice = '\nNothing was loaded. Fix the file and import it again.\n';
    expect(await portal('import customers.json')).toEqual(failed(errors + advice));
    const { out, err } = await portal('import customers.json --json');
    expect(JSON.parse(out)).toMatchObject({ outcome: 'refused', rows: [{ line: 1 }] });
    const message = 'customers.json has errors. Nothing was loaded.';
    expect(JSON.parse(err)).toEqual({ error: { kind: 'refused', message } });
  });
});

describe('order', () => {
  test('deletes an order, and says if there is none', async () => {
    const rows = [{ email: 'ann@example.com', orders: [{ ServiceOrderNbr: '000019' }] }];
    await writeFile(join(app.config.dataDir, 'customers.json'), JSON.stringify(rows));
    await portal('import customers.json');
    // As copied from an ERP or a chat.
    expect(await portal('order delete \u202a000019\u202c')).toEqual(done('order 000019 is deleted\n'));
    expect(await app.database.selectFrom('orders').selectAll().execute()).toEqual([]);
    await app.auditLines({ event: 'order', outcome: 'removed', orderNbr: '000019' }, 1);
    expect(await portal('order delete 000019')).toEqual(failed(expect.stringContaining('no order 000019')));
  });
});

test('outbox lists dead letters, and retries or deletes them, by ID or all at once', async () => {
  expect((await portal('outbox list')).out).toBe('The outbox is empty.\n');
  const dead = { channel: 'email', recipient: 'ann@example.com', status: 'dead', failure: '550' } as const;
  const letters = (['test', 'code', 'code', 'code', 'code'] as const).map((kind) => ({ ...dead, kind }));
  const expires_at = new Date();
  const [letter, code] = await app.database
    .insertInto('outbox')
    .values(letters.map((each) => ({ ...each, expires_at })))
    .returning('id')
    .execute();
  const { out } = await portal('outbox');
  expect(out).toMatch(/^CHANNEL +STATUS +COUNT +OLDEST\nemail +dead +5 +\d{4}-\d\d-\d\d \d\d:\d\d UTC\n\n/);
  expect(out).toMatch(new RegExp(`\n${letter?.id}  email    test  550 .*a•••@example\\.com`));
  const reason = 'codes are not sent late: the customer asks for a new one';
  expect(await portal(`outbox retry ${letter?.id} ${code?.id}`)).toEqual({
    ...done(`1 dead letter queued again\n${code?.id} left: ${reason}\n`),
    exitCode: 1,
  });
  const left = `0 dead letters queued again\n4 dead letters left: ${reason}\n`;
  expect(await portal('outbox retry --all')).toEqual(done(left));
  expect(await portal('outbox delete --all')).toEqual(done('4 dead letters deleted\n'));
});

describe('token', () => {
  test('creates a token that is shown once, lists it, and revokes it', async () => {
    const created = await portal(
      'token create orders-team --names orders,shell --verbs publish --days 30 --json',
      {
        env: { RELEASED_BY: 'dana' },
      },
    );
    const { id, token } = JSON.parse(created.out);
    expect(token).toMatch(/^pt_/);
    const [listed] = JSON.parse((await portal('token list --json')).out);
    expect(listed).toMatchObject({ id, team: 'orders-team', names: ['orders', 'shell'], createdBy: 'dana' });
    expect((await portal('token')).out).toMatch(/orders-team {2}orders, shell {2}publish {2}/);
    expect((await portal('token create dana --role support')).out).toContain('sign in with it');
    expect((await portal('token')).out).toMatch(/dana +– +– +support/);
    expect(await portal(`token revoke ${id}`)).toEqual(done(`${id} is revoked\n`));
    expect(await portal(`token revoke ${id}`)).toEqual(failed(expect.stringContaining('is in use.')));
    await app.auditLines({ event: 'operator', outcome: 'done', work: 'tokens/create', who: 'dana' });
  });

  test.each([
    ['token create orders-team', 'names must name a remote.'],
    ['token create dana --role root', 'role must be one of read, support, releases, all.'],
    ['token create dana --role read --names orders', 'names are for teams, a role is for an operator.'],
    ['token create orders-team --names ../orders', 'names must be lower-case letters, digits and dashes.'],
    ['token create orders-team --names orders --verbs erase', 'verbs must be one of publish, promote,'],
    ['token create orders-team --names orders --days 0', 'days must be at least 1.'],
  ])('"portal %s": %s', async (command, sentence) => {
    expect(await portal(command)).toEqual(failed(expect.stringContaining(sentence), 2));
  });
});

test('answers lists those that did not arrive, retries and deletes them', async () => {
  expect(await portal('answers')).toEqual(done('Every answer has arrived.\n'));
  const customerId = await app.addCustomer({ email: 'ann@example.com' });
  const { id } = await app.database
    .insertInto('answers')
    .values({ customer_id: customerId, order_nbr: '000019', key: randomUUID(), message: 'Yes, please.' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const delivery = { answer_id: id, target: 'mail', attempts: 3, failure: 'mail: 550' } as const;
  await app.database.insertInto('answer_deliveries').values(delivery).execute();
  await app.passTime({ minutes: 2 });
  expect((await portal('answers')).out).toMatch(
    /order +000019\ncustomer +a•••@example\.com\n[^]*text +Yes, please\.\n[^]*mail \(3 attempts\): mail: 550/,
  );
  expect(await portal('answers retry --all')).toEqual(done('1 answer queued again\n'));
  expect(await portal(`answers delete ${id}`)).toEqual(done('1 answer deleted\n'));
});

describe('erp', () => {
  const seen_at = new Date();
  const client = { ACUMATICA_CLIENT_ID: 'id@Company', ACUMATICA_CLIENT_SECRET: 'secret' };
  const env = { ACUMATICA_URL: 'https://erp.example', ...client };

  test('says which orders customers see, and why not the others; reads them again, and confirms', async () => {
    await app.database
      .insertInto('erp_orders')
      .values([
        { key: 'SO/1', order_nbr: '000019', shown: true, seen_at },
        { key: 'SO/2', hidden_for: 'contact', seen_at },
      ])
      .execute();
    const { out } = await portal('erp', { env });
    expect(out).toMatch(/^orders seen +2\n[^]*\n\nORDERS +NOT SHOWN BECAUSE\n1 +no email address or phone/);
    expect(out).not.toContain('erp confirm');
    expect((await portal('erp read-again')).out).toMatch(/^2 orders are read again, by about 3 requests/);
    expect(await portal('erp confirm')).toEqual(done('0 orders taken from customers\n'));
  });

  test('connect prints where to consent, and refuses what is not pasted from there', async () => {
    expect((await portal('erp')).err).toContain('No ERP is configured. Set ACUMATICA_URL');
    expect((await portal('erp connect', { typed: 'x' })).err).toContain('Set ACUMATICA_URL');
    expect((await portal('erp connect', { env })).err).toContain('Run this in a terminal');
    const { err, exitCode } = await portal('erp connect', { env, typed: 'x' });
    expect(err).toMatch(/https:\/\/erp\.example\/identity\/connect\/authorize\?.*scope=api\+offline_access/);
    expect(err).toContain('Paste the whole address');
    expect(exitCode).toBe(1);
  });
});

describe('customer', () => {
  beforeEach(() => app.addCustomer({ email: 'ann@example.com' }));

  test('shows a summary', async () => {
    expect((await portal('customer show Ann@example.com')).out).toMatch(
      /^customer id +[\da-f-]{36}\nfindings +–\n[^]*\npreferences +email true, sms false\n[^]*\nsince +[\d-]{10} \d\d:\d\d UTC\n/,
    );
  });

  test('lets imports bring an erased customer back', async () => {
    const readmit = 'customer readmit ann@example.com';
    expect(await portal(readmit)).toEqual(
      failed('portal: Nobody with ann@example.com was erased. Check the spelling.\n'),
    );
    await portal('customer erase ann@example.com --yes');
    await writeFile(
      join(app.config.dataDir, 'customers.json'),
      JSON.stringify([{ email: 'ann@example.com' }]),
    );
    expect((await portal('import customers.json')).out).toMatch(/was erased on .* and stays so/);
    expect(await customers()).toEqual([]);
    expect(await portal(readmit)).toEqual(done('readmitted  a•••@example.com\n'));
    await portal('import customers.json');
    expect(await customers()).toEqual(['ann@example.com']);
  });

  test('erases nothing unless the operator confirms, on a terminal or with --yes', async () => {
    const erase = 'customer erase ann@example.com';
    const refused = expect.stringMatching(/portal: Nothing was erased\.\n$/);
    expect(await portal(erase, { typed: 'y' })).toEqual(failed(refused));
    const advice = `and stdin is not a terminal. Add --yes: pnpm portal ${erase} --yes\n`;
    expect(await portal(erase)).toEqual(failed(`portal: Erasing needs a confirmation, ${advice}`, 2));
    expect(await customers()).toEqual(['ann@example.com']);
    expect(await portal(erase, { typed: 'erase' })).toEqual({
      out: expect.stringMatching(/email +a•••@example\.com\n[^]*removed +files 0, orders 0/),
      err: expect.stringMatching(/email +ann@example\.com[^]*Type "erase": $/),
      exitCode: 0,
    });
    expect(await customers()).toEqual([]);
  });

  test('repeats the lines of an audit log that a restored backup has forgotten', async () => {
    const [ann] = await app.database.selectFrom('customers').select('id').execute();
    const erase = 'customer erase ann@example.com --yes';
    expect(await portal(erase)).toMatchObject({ exitCode: 0 });
    await app.auditLines({ event: 'customer', who: userName() }, 1);
    await app.database
      .insertInto('customers')
      .values({ ...ann, email: 'ann@example.com' })
      .execute();
    await app.addCustomer({ email: 'ben@example.com' });
    const log = `portal-1  | {torn\nportal-1  | ${await readFile(app.config.auditLog ?? '', 'utf8')}`;
    await writeFile(join(app.config.dataDir, 'audit.log'), log);
    expect(await portal('customer repeat audit.log')).toEqual(done('erased   1\nblocked  0\nchosen   0\n'));
    expect(await customers()).toEqual(['ben@example.com']);
    expect(await portal('customer repeat no.log')).toEqual(
      failed(expect.stringContaining('no such file'), 2),
    );
  });

  test('reports why the work was refused', async () => {
    for (const contact of ['eve@example.com', 'eve']) {
      const sentence = `portal: No customer has ${contact}. Check the spelling; `;
      expect(await portal(`customer sign-out ${contact}`)).toEqual(failed(expect.stringContaining(sentence)));
    }
  });
});

test('doctor lists findings, and counts those to fix', () => {
  const healthy = { check: 'database', state: 'ok', text: 'PostgreSQL answers' } as const;
  const unhealthy = { check: 'SMTP', state: 'fix', text: 'Check SMTP_URL.' } as const;
  expect(findingsText([healthy, unhealthy])).toBe(
    '✓ database  PostgreSQL answers\n✗ SMTP      Check SMTP_URL.\n\n1 problem to fix (✗).',
  );
  expect(findingsText([healthy])).toBe('✓ database  PostgreSQL answers\n\nNo problems found.');
});

describe('the socket', () => {
  test('can be accessed by its owner only', async () => {
    const [socket = ''] = (await readdir(app.config.dataDir)).filter((name) => name.endsWith('.sock'));
    expect((await stat(join(app.config.dataDir, socket))).mode & 0o777).toBe(0o600);
  });

  /** Calls the app of commands, as a command does. */
  const ask = (path: string, body: string | Readable, dataDir = app.config.dataDir) =>
    withCommands(configOf({ env: { DATA_DIR: dataDir } }), (send) => callCommand(send, path, body));

  test('reports a long file that is no JSON', async () => {
    const file = Readable.from([`[{]${' '.repeat(4 * 1024 * 1024)}`]);
    expect(await ask('/import', file)).toMatchObject({
      outcome: 'refused',
      rows: [{ line: 1, reason: 'column 3: not valid JSON here' }],
    });
  });

  test('says what is wrong with parameters', async () => {
    await expect(ask('/work/customer/show', '{}')).rejects.toThrow(/^Name the customer/);
  });

  test('takes over a command that arrives while the other process closes the database', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'portal-closing-'));
    const closing = await holdDirectory(dataDir);
    closing.serve((_request, response) => response.writeHead(500).end('the database is closed'));
    await closing.drain();
    const asked = ask('/work/outbox/list', '{}', dataDir);
    await closing.release();
    expect(await asked).toEqual({ depth: [], dead: [] });
    await rm(dataDir, { recursive: true });
  });
});
