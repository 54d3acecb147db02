import { randomUUID } from 'node:crypto';
import type { OrderChange } from '../platform/database/schema';
import { useTestApp } from '../testing/test-app';
import { deadLetterStore } from './dead-letter-store';
import { outboxStore, queueOrderMessages } from './outbox-store';

const portal = useTestApp();
let customerId: string;
beforeEach(async () => {
  customerId = await portal.addCustomer({ email: 'ann@example.com', phone: '+12025550123' });
  const document = JSON.stringify({ Status: { value: 'Completed' }, Description: { value: 'Boiler' } });
  const order = { order_nbr: '000019', customer_id: customerId, document, events: '[]' };
  await portal.database.insertInto('orders').values(order).execute();
});

const letters = () => deadLetterStore(portal.database);
const outbox = () => outboxStore(portal.database, portal.keys.outbox);

const completed: OrderChange = { orderNbr: '000019', statusBefore: 'Open', newEvents: [] };

/** Gives up on all waiting messages of a kind. */
const giveUp = async (kind: 'order' | 'code' | 'test') => {
  await portal.passTime({ minutes: 2 });
  for (const { id } of await outbox().lease({ channel: 'email', kinds: [kind] }, 10, 60))
    await outbox().settle(id, 'dead', 'mail: ECONNECTION');
};

const addDeadNews = async () => {
  await queueOrderMessages(portal.database, new Map([[customerId, [completed]]]));
  await giveUp('order');
};

const device = { browser: null, system: null, country: null };

const addDeadCode = async (recipient = 'eve@example.com') => {
  const id = randomUUID();
  await outbox().queueCode({ code: '123456', device }, 600, {
    id,
    channel: 'email',
    recipient,
    language: 'en',
  });
  await giveUp('code');
  return id;
};

test('resends dead news on request, but not codes', async () => {
  await addDeadNews();
  await addDeadCode();
  // It joins news that is still collecting changes.
  await queueOrderMessages(portal.database, new Map([[customerId, [completed]]]));
  const { retried, left } = await letters().retry();
  expect(retried).toHaveLength(1);
  expect(left).toMatchObject([{ reason: expect.stringMatching(/^codes are not sent late/) }]);
  await portal.passTime({ minutes: 1 });
  await portal.deliver();
  const [file = '', ...others] = await portal.inbox.files();
  expect(others).toEqual([]);
  expect(await portal.inbox.read(file)).toContain('000019');
  const { depth } = await letters().list(portal.keys.contacts);
  expect(depth).toContainEqual(expect.objectContaining({ status: 'sent', count: 1 }));
});

test('retries and deletes only the given dead letters, and reports unknown ids', async () => {
  await addDeadNews();
  await addDeadCode();
  const { dead } = await letters().list(portal.keys.contacts);
  expect(dead).toMatchObject([{ address: 'e•••@example.com' }, { address: 'a•••@example.com' }]);
  const [code, news] = dead.map(({ id }) => id);
  const unknown = { id: 'nonsense', reason: 'there is no such dead letter' };
  expect(await letters().retry([news ?? '', 'nonsense'])).toEqual({ retried: [news], left: [unknown] });
  // The news is no longer dead.
  expect(await letters().remove([code ?? '', news ?? ''])).toEqual({
    deleted: [code],
    left: [{ ...unknown, id: news }],
  });
  expect((await letters().list(portal.keys.contacts)).dead).toEqual([]);
});
