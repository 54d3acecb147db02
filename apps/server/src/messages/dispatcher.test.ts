import { randomBytes, randomUUID } from 'node:crypto';
import { readConfig } from '../variables';
import { deriveKeys } from '../platform/crypto/keys';
import { createKey } from '../platform/crypto/secrets';
import { useTestApp } from '../testing/test-app';
import { createDispatcher } from './dispatcher';
import { DeliveryError, type Driver, type Message } from './message';
import { outboxStore } from './outbox-store';

const portal = useTestApp();
beforeEach(() => {
  sent.length = 0;
  logged.length = 0;
  counted.length = 0;
  failWith = () => undefined;
});
afterEach(() => jest.restoreAllMocks());

const keys = deriveKeys(randomBytes(32));
const key = keys.outbox;
const sent: Message[] = [];
const logged: unknown[] = [];
const counted: string[] = [];
let failWith: (message: Message) => Error | undefined;

const driver: Driver = {
  send: async (message) => {
    const failure = failWith(message);
    if (failure) throw failure;
    sent.push(message);
  },
};
const note = (...entry: unknown[]) => void logged.push(entry);

const config = readConfig({ PUBLIC_URL: 'http://portal.test' }, '/');

const newDispatcher = (configured = config, send = driver.send, sendSms = send) =>
  createDispatcher({
    config: configured,
    database: portal.database,
    keys,
    drivers: { email: { send }, sms: { send: sendSms } },
    log: { info: note, warn: note, error: note },
    countMessage: ({ channel, kind }, outcome) => void counted.push(`${channel} ${kind} ${outcome}`),
  });

/** Sends what is due, after some seconds. */
const dispatch = async (seconds = 0) => {
  await portal.passTime({ seconds });
  await newDispatcher().dispatchDue();
};

const device = { browser: 'Firefox', system: null, country: 'DE' };

/** Queues a code, and returns the id of its message. */
const enqueue = async (recipient: string, code = '123456', secret = key) => {
  const id = randomUUID();
  const isMail = recipient.includes('@');
  await portal.database
    .insertInto('customers')
    .values(isMail ? { email: recipient } : { phone: recipient })
    .onConflict((it) => it.doNothing())
    .execute();
  await outboxStore(portal.database, secret).queueCode({ code, device }, 600, {
    id,
    channel: isMail ? 'email' : 'sms',
    recipient,
    language: 'en',
  });
  return id;
};

/** Queues a test message for a customer with this address. */
const queueTest = async (address: string, channel: 'email' | 'sms') => {
  const customerId = await portal.addCustomer(channel === 'email' ? { email: address } : { phone: address });
  await portal.database.updateTable('customers').set(`notify_${channel}`, true).execute();
  await outboxStore(portal.database, key).queueTest(customerId, [channel]);
};

const statusOf = async (recipient: string) =>
  portal.database
    .selectFrom('outbox')
    .select(['status', 'failure', 'content', 'attempts'])
    .where('recipient', '=', recipient)
    .orderBy('created_at', 'desc')
    .executeTakeFirstOrThrow();

test('sends a message once and erases its code', async () => {
  await enqueue('ann@example.com');
  expect((await statusOf('ann@example.com')).content).not.toMatch(/123456|Firefox/);
  await dispatch();
  await dispatch();
  expect(sent).toHaveLength(1);
  expect(sent[0]).toMatchObject({ to: 'ann@example.com', subject: '123456 is your Acme access code' });
  expect(sent[0]?.text).toContain('Requested: Firefox · Germany · ');
  expect(await statusOf('ann@example.com')).toMatchObject({ status: 'sent', content: null });
});

test('concurrent workers send each message once', async () => {
  for (let index = 0; index < 25; index++) await enqueue(`customer-${index}@example.com`);
  await Promise.all([1, 2, 3].map(() => newDispatcher().dispatchDue()));
  expect(new Set(sent.map(({ to }) => to)).size).toBe(25);
  expect(sent).toHaveLength(25);
});

test('a failed message is retried later with the same id, and does not delay others', async () => {
  await enqueue('ann@example.com');
  await enqueue('bob@example.com');
  const ids: string[] = [];
  failWith = ({ to, id }) => {
    if (to !== 'ann@example.com') return undefined;
    ids.push(id);
    return ids.length < 3 ? new DeliveryError('mail: ETIMEDOUT') : undefined;
  };
  await dispatch();
  expect(sent.map(({ to }) => to)).toEqual(['bob@example.com']);
  expect(await statusOf('ann@example.com')).toMatchObject({ status: 'waiting', failure: 'mail: ETIMEDOUT' });
  expect(logged).toHaveLength(1);
  expect(JSON.stringify(logged)).not.toMatch(/ann|123456/);

  await dispatch();
  expect(ids).toHaveLength(1);
  await dispatch(5);
  await dispatch(10);
  expect(sent).toHaveLength(2);
  expect(new Set(ids).size).toBe(1);
  const [delayed, delivered] = ['email code delayed', 'email code sent'];
  expect(counted.toSorted()).toEqual([delayed, delayed, delivered, delivered]);
});

test('a permanently rejected code is over, and leaves no dead letter that nobody can retry', async () => {
  await enqueue('ann@example.com');
  failWith = () => new DeliveryError('mail: EENVELOPE 550', { isFinal: true });
  await dispatch();
  expect(await statusOf('ann@example.com')).toEqual({
    status: 'expired',
    failure: 'mail: EENVELOPE 550',
    content: null,
    attempts: 1,
  });
  expect(JSON.stringify(logged)).toContain('message dead');
  expect(counted).toEqual(['email code dead']);
});

const GREYLISTED = new DeliveryError('mail: EENVELOPE 451 Greylisted');

/** Lets time pass and sends what is due, until it has no more to do. @returns how many seconds passed */
const dispatchFor = async (seconds: number, isOver = () => sent.length > 0) => {
  let passed = 0;
  for (; passed < seconds && !isOver(); passed += 10) await dispatch(10);
  return passed;
};

test('a code waits for the end of a greylisting of five minutes, while it can be used', async () => {
  // The shortest waits: a count of attempts is over before the greylisting.
  jest.spyOn(Math, 'random').mockReturnValue(0);
  await enqueue('ann@example.com');
  failWith = () => GREYLISTED;
  await dispatch();
  await dispatchFor(300);
  failWith = () => undefined;
  expect(await dispatchFor(300)).toBeLessThanOrEqual(80);
  expect(sent).toHaveLength(1);
});

test('a code that failed until it expired keeps the last reason', async () => {
  await enqueue('ann@example.com');
  failWith = () => GREYLISTED;
  await dispatchFor(590);
  expect(await statusOf('ann@example.com')).toMatchObject({ status: 'waiting' });
  await dispatch(80);
  const expired = { status: 'expired', failure: GREYLISTED.message, content: null };
  expect(await statusOf('ann@example.com')).toMatchObject(expired);
  expect(JSON.stringify(logged)).toContain('message dead');
});

test('a message whose response was lost is repeated once, and not before two minutes', async () => {
  await enqueue('+12025550101');
  const ids: string[] = [];
  failWith = () => new DeliveryError('sms: no response');
  await dispatch();
  failWith = ({ id }) => {
    ids.push(id);
    return new DeliveryError('sms: no response', { isUnanswered: true });
  };
  await dispatch(5);
  await dispatchFor(110);
  expect(ids).toHaveLength(1);
  await dispatchFor(480);
  expect(ids).toHaveLength(2);
  expect(new Set(ids).size).toBe(1);
  const expired = { status: 'expired', failure: 'sms: no response, perhaps sent' };
  expect(await statusOf('+12025550101')).toMatchObject(expired);
});

/** Waits until it is true, but not longer than a busy machine needs. */
const until = async (isTrue: () => boolean) => {
  const end = Date.now() + 20_000;
  while (!isTrue() && Date.now() < end) await new Promise((resolve) => setTimeout(resolve, 10));
};

test('a recipient whose mail server hangs delays no other code', async () => {
  let release = () => {};
  const hang = () => new Promise<void>((resolve) => (release = resolve));
  const dispatcher = newDispatcher(config, (message) =>
    message.to.startsWith('hanging') ? hang() : driver.send(message),
  );
  await enqueue('hanging@example.com');
  for (let index = 0; index < 20; index++) await enqueue(`customer-${index}@example.com`);
  const dispatched = dispatcher.dispatchDue();
  await until(() => sent.length === 20);
  const [others, waiting] = [sent.length, await statusOf('hanging@example.com')];
  release();
  await dispatched;
  expect(others).toBe(20);
  expect(waiting).toMatchObject({ status: 'waiting' });
  expect(await statusOf('hanging@example.com')).toMatchObject({ status: 'sent' });
});

test('an SMS service that hangs delays neither codes nor news by mail', async () => {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  const dispatcher = newDispatcher(config, driver.send, () => released);
  await enqueue('+12025550101');
  await enqueue('ann@example.com');
  await queueTest('ben@example.com', 'email');
  const dispatched = dispatcher.dispatchDue();
  await until(() => sent.length === 2);
  release();
  await dispatched;
  expect(sent.map(({ to }) => to).sort()).toEqual(['ann@example.com', 'ben@example.com']);
});

test('MESSAGE_CONCURRENCY limits what is sent at once', async () => {
  let most = 0;
  const send = async () => {
    const begun = portal.database.selectFrom('outbox').select('id').where('attempts', '=', 1);
    const { length } = await begun.where('settled_at', 'is', null).execute();
    most = Math.max(most, length);
  };
  for (let index = 0; index < 7; index++) await enqueue(`customer-${index}@example.com`);
  const few = readConfig({ PUBLIC_URL: 'http://portal.test', MESSAGE_CONCURRENCY: '3' }, '/');
  await newDispatcher(few, send).dispatchDue();
  expect(most).toBe(3);
  expect(await statusOf('customer-6@example.com')).toMatchObject({ status: 'sent' });
});

test('drops an expired code instead of sending it late', async () => {
  await enqueue('ann@example.com');
  await dispatch(600);
  expect(sent).toEqual([]);
  expect(await statusOf('ann@example.com')).toMatchObject({ status: 'expired', content: null });
});

test('another worker sends the message of a dead worker when the lease ends', async () => {
  await enqueue('ann@example.com');
  await outboxStore(portal.database, key).lease({ channel: 'email', kinds: ['code'] }, 10, 60);
  await dispatch();
  expect(sent).toHaveLength(0);
  await dispatch(60);
  expect(sent).toHaveLength(1);
});

test('a code that another SECRET_KEY encrypted is over, and does not delay the others', async () => {
  const former = createKey(randomBytes(32));
  for (let index = 0; index < 12; index++) await enqueue(`former-${index}@example.com`, '111111', former);
  await enqueue('ann@example.com');
  await dispatch();
  expect(sent.map(({ to }) => to)).toEqual(['ann@example.com']);
  const reason = 'The code was encrypted with another SECRET_KEY. Give all servers the same one';
  const failure = expect.stringContaining(reason);
  const status = await statusOf('former-0@example.com');
  expect(status).toMatchObject({ status: 'expired', failure, content: null });
  expect(JSON.stringify(logged)).toContain(reason);
});

test('a code of another SECRET_KEY for somebody who is no customer leaves no dead letter', async () => {
  await enqueue('ann@example.com', '111111', createKey(randomBytes(32)));
  await portal.database.deleteFrom('customers').execute();
  await dispatch();
  expect(await statusOf('ann@example.com')).toMatchObject({ status: 'no-customer' });
});

describe('the SMS budget', () => {
  const budgetOf = (SMS_DAILY_BUDGET: string) =>
    newDispatcher(readConfig({ PUBLIC_URL: 'http://portal.test', SMS_DAILY_BUDGET }, '/'));

  /** Tries two text messages with a budget for two, the first one twice. @returns which were sent in the end */
  const trySecondAfter = async (failure: DeliveryError) => {
    await enqueue('+12025550101');
    failWith = () => failure;
    await budgetOf('2').dispatchDue();
    await portal.passTime({ minutes: 3 });
    failWith = () => undefined;
    await budgetOf('2').dispatchDue();
    await enqueue('+12025550102');
    await budgetOf('2').dispatchDue();
    return sent.map(({ to }) => to);
  };

  test('is not charged again after an attempt that the provider refused', async () =>
    expect(await trySecondAfter(new DeliveryError('sms: 429 20429'))).toEqual([
      '+12025550101',
      '+12025550102',
    ]));

  test('is charged for an attempt whose response was lost, and for the next', async () => {
    const lost = new DeliveryError('sms: no response', { isUnanswered: true });
    expect(await trySecondAfter(lost)).toEqual(['+12025550101']);
    const charged = await portal.database.selectFrom('budget_hours').select(['key', 'count']).execute();
    expect(charged).toEqual([
      { key: 'sms', count: 1 },
      { key: 'sms', count: 1 },
    ]);
  });

  test('is another one for codes than for news', async () => {
    await queueTest('+12025550101', 'sms');
    await queueTest('+12025550102', 'sms');
    await enqueue('+12025550103');
    await budgetOf('1').dispatchDue();
    expect(sent.filter(({ subject }) => subject.startsWith('A test message'))).toHaveLength(1);
    expect(await statusOf('+12025550103')).toMatchObject({ status: 'sent' });
    expect(sent).toHaveLength(2);
  });

  test('is counted by the hour, however many text messages there are', async () => {
    for (let index = 0; index < 5; index++) await enqueue(`+1202555010${index}`);
    await budgetOf('9').dispatchDue();
    const hours = await portal.database.selectFrom('budget_hours').select('count').execute();
    expect(hours.reduce((total, { count }) => total + count, 0)).toBe(5);
    // The hour may end just then.
    expect(hours.length).toBeLessThanOrEqual(2);
  });

  test('says in the log that it is used up', async () => {
    for (const phone of ['+12025550101', '+12025550102']) await enqueue(phone);
    await budgetOf('1').dispatchDue();
    expect(sent).toHaveLength(1);
    expect(JSON.stringify(logged)).toContain('SMS_DAILY_BUDGET is used up');
  });
});
