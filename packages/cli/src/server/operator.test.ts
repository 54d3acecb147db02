import { join } from 'node:path';
import { runPortal } from '../portal';
import { runServerProcess } from './server-process';
import { SERVER_VERBS } from './server-verbs';

// The server's own tests check its answers; no process starts here.
jest.mock('./server-process', () => ({ runServerProcess: jest.fn() }));

const server = jest.mocked(runServerProcess);

const answer = (data: object, isNo = false) =>
  server.mockResolvedValueOnce({ printed: JSON.stringify(data), isNo });

beforeEach(() => server.mockReset());

/** @param typed the operator's answer to a question; undefined if stdin is not a terminal */
const portal = async (command: string, typed?: string) => {
  let out = '';
  let err = '';
  const io = {
    stdout: { write: (text: string) => (out += text) },
    stderr: { write: (text: string) => (err += text) },
    env: {},
    cwd: join(__dirname, '../..'),
    ...(typed !== undefined && {
      ask: async (question: string) => {
        err += question;
        return typed;
      },
    }),
  };
  const exitCode = await runPortal(command.split(' '), io, SERVER_VERBS);
  return { out, err, exitCode };
};

/** The commands that were sent to the server, in order. */
const sentCommands = () =>
  server.mock.calls.map(([entry, args]) => [entry, ...args].join(' ').replaceAll('"', ''));

const LETTER = {
  id: '6f1c2a52',
  channel: 'email',
  kind: 'order',
  address: 'a•••@example.com',
  reason: 'mail: ECONNECTION',
  ageSeconds: 7300,
};

describe('outbox', () => {
  it('lists the depth and the dead letters', async () => {
    const depth = [{ channel: 'email', status: 'dead', count: 3, oldestSeconds: 200_000 }];
    answer({ depth, dead: [LETTER] });
    expect(await portal('outbox')).toEqual({
      out: [
        'CHANNEL  STATUS  MESSAGES  OLDEST',
        'email    dead    3         2 d',
        '',
        'DEAD LETTER  CHANNEL  KIND   TO                AGE  REASON',
        '6f1c2a52     email    order  a•••@example.com  2 h  mail: ECONNECTION',
        '',
        'and 2 older dead letters',
        '',
      ].join('\n'),
      err: '',
      exitCode: 0,
    });
    answer({ depth: [], dead: [] });
    expect((await portal('outbox list')).out).toBe('The outbox is empty.\n');
    answer({ depth, dead: [LETTER] });
    expect(JSON.parse((await portal('outbox --json')).out)).toEqual({ depth, dead: [LETTER] });
  });

  it('retries or deletes dead letters, by ID or all at once', async () => {
    const left = [{ id: '2', reason: 'codes are not sent late' }];
    answer({ retried: ['1'], left });
    expect(await portal('outbox retry --all')).toEqual({
      out: '1 dead letter queued again\n1 dead letter left: codes are not sent late (2)\n',
      err: '',
      exitCode: 0,
    });
    answer({ retried: ['1'], left });
    expect(await portal('outbox retry 1 2')).toMatchObject({ exitCode: 1 });
    answer({ deleted: ['1', '2'], left: [] });
    expect(await portal('outbox delete 1 2')).toMatchObject({ out: '2 dead letters deleted\n', exitCode: 0 });
    expect(sentCommands()).toEqual([
      'operator outbox/retry {}',
      'operator outbox/retry {ids:[1,2]}',
      'operator outbox/delete {ids:[1,2]}',
    ]);
  });

  it.each([
    ['outbox delete', 'Name dead letters, or --all: pnpm portal outbox delete ID'],
    ['outbox delete 1 --all', 'Name dead letters, or --all'],
    ['outbox list 1', "too many arguments for 'list'"],
  ])('refuses "portal %s"', async (command, sentence) => {
    const { err, exitCode } = await portal(command);
    expect({ err, exitCode }).toEqual({ err: expect.stringContaining(sentence), exitCode: 2 });
    expect(sentCommands()).toEqual([]);
  });
});

const SUMMARY = {
  email: 'a•••@example.com',
  phone: null,
  preferences: { email: true, sms: false },
  since: '2026-03-04T12:34:56.000Z',
  orders: { count: 2, newest: '2026-03-05T10:00:00.000Z' },
  sessions: { count: 0, newest: null },
  knownBrowsers: { count: 1, newest: '2026-03-05T10:00:00.000Z' },
  messages: { sent: 2, dead: 1 },
  sharingPhone: 0,
  pendingCodes: 0,
};
const REMOVED = { email: 'a•••@example.com', phone: null, removed: { customers: 1, knownBrowsers: 1 } };

describe('customer', () => {
  it('shows a summary', async () => {
    answer(SUMMARY);
    expect((await portal('customer show ann@example.com')).out).toBe(
      [
        'customer        a•••@example.com',
        'since           2026-03-04 12:34 UTC',
        'notified by     email',
        'orders          2, last modified 2026-03-05 10:00 UTC',
        'sessions        0',
        'known browsers  1, last sign-in 2026-03-05 10:00 UTC',
        'pending codes   0',
        'messages        2 sent, 1 dead',
        '',
      ].join('\n'),
    );
    expect(sentCommands()).toEqual(['operator customer/show {contact:ann@example.com}']);
  });

  it('exports JSON, with and without --json', async () => {
    answer({ customer: { email: 'ann@example.com' } });
    answer({ customer: { email: 'ann@example.com' } });
    const plain = await portal('customer export ann@example.com');
    expect(JSON.parse(plain.out)).toEqual({ customer: { email: 'ann@example.com' } });
    expect((await portal('customer export ann@example.com --json')).out).toBe(plain.out);
  });

  it('erases the data after the operator confirms', async () => {
    answer(SUMMARY);
    answer(REMOVED);
    const { out, err, exitCode } = await portal('customer erase ann@example.com', 'erase');
    expect(err).toMatch(/^customer +a•••@example\.com[^]*Type "erase": $/);
    expect({ out, exitCode }).toEqual({
      out: 'a•••@example.com: erased\ncustomers       1 removed\nknown browsers  1 removed\n',
      exitCode: 0,
    });
  });

  it('erases nothing if the operator does not confirm', async () => {
    answer(SUMMARY);
    expect(await portal('customer erase ann@example.com', 'y')).toMatchObject({
      err: expect.stringMatching(/portal: Nothing was erased\.\n$/),
      exitCode: 1,
    });
    expect(sentCommands()).toEqual(['operator customer/show {contact:ann@example.com}']);
  });

  it('erases nothing without a terminal, unless --yes is given', async () => {
    answer(SUMMARY);
    expect(await portal('customer erase ann@example.com')).toMatchObject({
      err: 'portal: Erasing needs a confirmation, and stdin is not a terminal. Add --yes: pnpm portal customer erase ann@example.com --yes\n',
      exitCode: 2,
    });
    answer(REMOVED);
    expect(await portal('customer erase ann@example.com --yes')).toMatchObject({ exitCode: 0 });
  });

  it('reports why the server refused', async () => {
    answer({ refusal: 'No customer has eve@example.com.' }, true);
    expect(await portal('customer sign-out eve@example.com')).toEqual({
      out: '',
      err: 'portal: No customer has eve@example.com.\n',
      exitCode: 1,
    });
  });

  it.each([
    ['customer', 'Name one of the commands that --help lists.'],
    ['customer export', "missing required argument 'contact'"],
    ['customer show ann@example.com --yes', "unknown option '--yes'"],
    ['customer eraze ann@example.com', '(Did you mean erase?)'],
  ])('refuses "portal %s"', async (command, sentence) => {
    const { err, exitCode } = await portal(command);
    expect({ err, exitCode }).toEqual({ err: expect.stringContaining(sentence), exitCode: 2 });
    expect(sentCommands()).toEqual([]);
  });
});

describe('doctor', () => {
  const healthy = { check: 'database', state: 'ok', text: 'PostgreSQL answers' };
  const unhealthy = { check: 'SMTP', state: 'fix', text: 'Check SMTP_URL.' };

  it('lists findings, and exits with 1 if one must be fixed', async () => {
    answer({ findings: [healthy, unhealthy] }, true);
    expect(await portal('doctor')).toEqual({
      out: '✓ database  PostgreSQL answers\n✗ SMTP      Check SMTP_URL.\n\n1 problem to fix (✗).\n',
      err: '',
      exitCode: 1,
    });
    answer({ findings: [healthy] });
    const { out, exitCode } = await portal('doctor --json --send ann@example.com');
    expect({ out: JSON.parse(out), exitCode }).toEqual({ out: { findings: [healthy] }, exitCode: 0 });
    expect(sentCommands()).toEqual(['doctor ', 'doctor --send ann@example.com'].map((one) => one.trim()));
  });
});

describe('migrate --from-embedded', () => {
  const copied = [
    { table: 'customers', rows: 12 },
    { table: 'limit_hits', rows: 0 },
  ];
  const result = { migrated: ['001-customers-and-orders'], copied, dataDir: '/opt/portal/.portal' };

  it('prints the row count of each table and the next steps', async () => {
    answer({ ...result, secretKeyFile: '/opt/portal/.portal/secret.key' });
    expect(await portal('migrate --from-embedded')).toEqual({
      out: [
        'customers   12',
        'limit_hits   0',
        '',
        'All rows are in PostgreSQL. /opt/portal/.portal still has them, too.',
        'Next:',
        '1. Set SECRET_KEY to the content of /opt/portal/.portal/secret.key, unless the portal already had a SECRET_KEY.',
        '2. Start the portal with this DATABASE_URL, and check it: pnpm portal doctor',
        '3. Delete /opt/portal/.portal/database, so that no portal starts on the old rows.',
        '',
      ].join('\n'),
      err: '',
      exitCode: 0,
    });
    expect(sentCommands()).toEqual(['migrate --from-embedded']);
  });

  it('asks to keep SECRET_KEY if the portal had no generated key', async () => {
    answer(result);
    expect((await portal('migrate --from-embedded')).out).toContain(
      '1. Keep the SECRET_KEY that the portal had.',
    );
    answer(result);
    expect(JSON.parse((await portal('migrate --from-embedded --json')).out)).toEqual(result);
  });

  it('exits with 1 if the PostgreSQL database already has rows', async () => {
    const message = 'The database of DATABASE_URL already holds customers. Use an empty database.';
    server.mockRejectedValueOnce(Object.assign(new Error(message), { kind: 'refused' }));
    expect(await portal('migrate --from-embedded')).toEqual({
      out: '',
      err: `portal: ${message}\n`,
      exitCode: 1,
    });
  });

  it('cannot be combined with --status', async () => {
    expect(await portal('migrate --from-embedded --status')).toEqual({
      out: '',
      err: 'portal: Use either --status, which changes nothing, or --from-embedded.\n',
      exitCode: 2,
    });
    expect(sentCommands()).toEqual([]);
  });
});
