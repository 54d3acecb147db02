import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { lockImports } from '../../identity/customers/customer-store';
import { startTestApp, useTestApp } from '../../testing/test-app';

const TOKEN = 'a-token-of-an-erp';

const portal = useTestApp({ ORDERS_WEBHOOK_TOKEN: TOKEN });

const send = (body: unknown, headers: Record<string, string> = {}) =>
  portal.newBrowser().post('/hooks/orders', body, { authorization: `Bearer ${TOKEN}`, ...headers });

/** Sends bytes as they are. */
const sendBytes = (payload: Buffer, headers: Record<string, string> = {}) =>
  portal.app.inject({
    method: 'POST',
    url: '/hooks/orders',
    headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json', ...headers },
    payload,
  });

const record = (order: object) => ({
  email: 'ann@example.com',
  orders: [{ ServiceOrderNbr: '1', LastModifiedDateTime: '2026-03-05T10:00:00Z', ...order }],
});

const none = { new: 0, updated: 0, unchanged: 0 };

const status = async () => {
  const { document } = await portal.database
    .selectFrom('orders')
    .select('document')
    .executeTakeFirstOrThrow();
  return document['Status'];
};

test.each([undefined, 'Bearer wrong', `Basic ${TOKEN}`])(
  'rejects authorization %j',
  async (authorization) => {
    const response = await send(record({}), { authorization: authorization ?? '' });
    expect(response.statusCode).toBe(401);
    expect(response.headers['www-authenticate']).toBe('Bearer');
    expect(await portal.database.selectFrom('orders').selectAll().execute()).toEqual([]);
  },
);

test('reports all invalid rows by row and field, and loads nothing', async () => {
  await send({ email: 'ben@example.org', orders: [{ ServiceOrderNbr: '7' }] });
  const response = await send([
    record({}),
    { email: 'no address', orders: [{ ServiceOrderNbr: '2' }] },
    { email: 'cara@example.com', orders: [{ ServiceOrderNbr: '7' }] },
    { email: 'dora@example.com', orders: [{ ServiceOrderNbr: '1' }] },
  ]);
  expect(response.statusCode).toBe(422);
  const field = 'orders[0].ServiceOrderNbr';
  expect(response.json()).toEqual({
    success: false,
    message: 'Nothing was loaded. Fix the rows and send them again.',
    rows: [
      { row: 2, key: 'no address', field: 'email', reason: 'email is not an email address' },
      { row: 3, key: '7', field, reason: expect.stringMatching(/^order 7 belongs to b•••@example\.org/) },
      { row: 4, key: '1', field, reason: 'order 1 appears twice, first in row 1' },
    ],
    more: 0,
  });
  expect(await portal.database.selectFrom('orders').select('order_nbr').execute()).toEqual([
    { order_nbr: '7' },
  ]);
});

test.each([
  ['invalid JSON', '{"email":', 400],
  ['an empty body', '', 400],
  ['null', 'null', 422],
  ['a number', '7', 422],
])('rejects %s', async (_what, body, code) => {
  const response = await send(body);
  expect(response.statusCode).toBe(code);
  expect(response.json()).toMatchObject({ success: false, message: expect.any(String) });
});

const MÜLLER = JSON.stringify({ email: 'ann@example.com', name: 'Müller' });

test.each([
  ['Latin-1', Buffer.from(MÜLLER, 'latin1'), {}, 400],
  ['UTF-16', Buffer.from(MÜLLER, 'utf16le'), {}, 400],
  ['UTF-16 with its mark', Buffer.from(`\ufeff${MÜLLER}`, 'utf16le'), {}, 400],
  [
    'Latin-1 as it says',
    Buffer.from(MÜLLER, 'latin1'),
    { 'content-type': 'application/json; charset="ISO-8859-1"' },
    415,
  ],
  ['gzip', gzipSync(MÜLLER), { 'content-encoding': 'gzip' }, 415],
])('refuses %s, and says what to send', async (_what, bytes, headers, code) => {
  const response = await sendBytes(bytes, headers);
  expect([response.statusCode, response.json().message]).toEqual([code, expect.stringContaining('UTF-8')]);
  expect(await portal.database.selectFrom('customers').selectAll().execute()).toEqual([]);
});

test.each(['application/json', 'application/json; charset=UTF-8', 'application/json;charset="utf8"'])(
  'reads UTF-8 of the type %s, also with a byte order mark',
  async (type) => {
    const response = await sendBytes(Buffer.from(`\ufeff${MÜLLER}`), { 'content-type': type });
    expect(response.statusCode).toBe(200);
    const { name } = await portal.database.selectFrom('customers').select('name').executeTakeFirstOrThrow();
    expect(name).toBe('Müller');
  },
);

test.each(['\\u0000', '\\ud800'])(
  'refuses %s in a text, and reports an unknown field with it',
  async (escape) => {
    const orderWith = (fields: string) =>
      Buffer.from(`{"email":"ann@example.com","orders":[{"ServiceOrderNbr":"1",${fields}}]}`);
    const refused = await sendBytes(orderWith(`"events":[{"summary":"a${escape}b"}]`));
    expect(refused.json()).toMatchObject({
      rows: [
        {
          row: 1,
          key: '1',
          field: 'orders[0].events[0].summary',
          reason: expect.stringContaining('NUL or half'),
        },
      ],
    });
    const loaded = await sendBytes(orderWith(`"Un${escape}known":1`));
    expect([loaded.statusCode, loaded.json()]).toMatchObject([200, { ignoredFields: ['Unknown'] }]);
  },
);

test('rejects more customers and orders than fit into one turn', async () => {
  const orders = Array.from({ length: 10_000 }, (_, index) => ({ ServiceOrderNbr: String(index) }));
  expect((await send({ email: 'ann@example.com', orders })).statusCode).toBe(413);
});

test('rejects another content type, and every delivery without ORDERS_WEBHOOK_TOKEN', async () => {
  expect((await send(record({}), { 'content-type': 'text/plain' })).statusCode).toBe(415);
  const { newBrowser, close } = await startTestApp();
  const response = await newBrowser().post('/hooks/orders', [], { authorization: 'Bearer ' });
  expect(response.statusCode).toBe(404);
  await close();
});

test('accepts the id of a refused delivery again', async () => {
  const id = { 'idempotency-key': 'evt_1' };
  expect((await send(record({ Date: 'soon' }), id)).statusCode).toBe(422);
  expect((await send(record({ Date: '2026-03-04' }), id)).statusCode).toBe(200);
});

test('answers a repeated delivery like the first one and changes nothing', async () => {
  const id = { 'idempotency-key': 'evt_1' };
  const first = await send(record({ Status: 'Open' }), id);
  await send(record({ Status: 'Completed', LastModifiedDateTime: '2026-03-05T10:00:00Z' }));
  const again = await send(record({ Status: 'Open' }), id);
  expect(again.statusCode).toBe(200);
  expect(again.json()).toEqual(first.json());
  expect(again.headers['idempotent-replayed']).toBe('true');
  expect(await status()).toEqual({ value: 'Completed' });
});

test('loads parallel deliveries with the same id once', async () => {
  const id = { 'idempotency-key': 'evt_1' };
  const responses = await Promise.all(Array.from({ length: 8 }, () => send(record({}), id)));
  for (const response of responses)
    expect(response.json()).toMatchObject({ orders: { new: 1, unchanged: 0 } });
  expect(responses.filter(({ headers }) => headers['idempotent-replayed'])).toHaveLength(7);
});

test('rejects an id that was used with another body, and an invalid id', async () => {
  const id = { 'idempotency-key': 'evt_1' };
  await send(record({ Status: 'Open' }), id);
  expect((await send(record({ Status: 'Closed' }), id)).statusCode).toBe(422);
  expect((await send(record({}), { 'idempotency-key': 'x'.repeat(256) })).statusCode).toBe(400);
  expect(await status()).toEqual({ value: 'Open' });
});

test('does not overwrite a newer state with an older one, and counts it as outdated', async () => {
  await send(record({ Status: 'Completed' }));
  const late = record({ Status: 'Open', LastModifiedDateTime: '2026-03-05T09:59:59Z' });
  const note = {
    row: 1,
    field: 'orders[0].ServiceOrderNbr',
    reason: expect.stringContaining('was left as it is'),
  };
  expect((await send(late)).json()).toMatchObject({ orders: { ...none, outdated: 1 }, notes: [note] });
  const timeless = record({ Status: 'Open', LastModifiedDateTime: undefined });
  expect((await send(timeless)).json()).toMatchObject({ orders: { ...none, outdated: 1 }, notes: [note] });
  expect(await status()).toEqual({ value: 'Completed' });
  // The same moment in another time zone is not older.
  const again = record({ Status: 'Closed', LastModifiedDateTime: '2026-03-05T11:00:00+01:00' });
  expect((await send(again)).json()).toMatchObject({ orders: { ...none, updated: 1, outdated: 0 } });
  expect(await status()).toEqual({ value: 'Closed' });
});

test('an order without a time replaces one without', async () => {
  await send(record({ Status: 'Open', LastModifiedDateTime: undefined }));
  await send(record({ Status: 'Closed', LastModifiedDateTime: undefined }));
  expect(await status()).toEqual({ value: 'Closed' });
});

test('refuses a time that has not come, and does not believe one that is stored', async () => {
  const hours = (count: number) => new Date(Date.now() + count * 3_600_000).toISOString();
  expect((await send(record({ LastModifiedDateTime: hours(23) }))).statusCode).toBe(200);
  const response = await send(record({ LastModifiedDateTime: hours(25) }));
  expect([response.statusCode, response.json().rows]).toEqual([
    422,
    [
      {
        row: 1,
        key: '1',
        field: 'orders[0].LastModifiedDateTime',
        reason: expect.stringContaining('LastModifiedDateTime is more than a day ahead'),
      },
    ],
  ]);
  await portal.database.updateTable('orders').set({ last_modified: '2099-01-01' }).execute();
  expect((await send(record({ Status: 'Closed' }))).json()).toMatchObject({ orders: { updated: 1 } });
});

describe('an order with "deleted": true', () => {
  const deleted = (fields: object = {}) =>
    record({ deleted: true, LastModifiedDateTime: undefined, ...fields });
  const numbers = async () =>
    (await portal.database.selectFrom('orders').select('order_nbr').execute()).map(
      ({ order_nbr }) => order_nbr,
    );

  test('is removed, audited, and gone from messages that wait; a second time, nothing happens', async () => {
    await send(record({ Status: 'Open' }));
    await send(record({ Status: 'Closed' }));
    const response = await send(deleted());
    expect(response.json()).toMatchObject({
      orders: { ...none, updated: 1 },
      notes: [{ row: 1, field: 'orders[0].ServiceOrderNbr', reason: 'order 1 was removed' }],
    });
    expect(await numbers()).toEqual([]);
    await portal.auditLines({ event: 'order', outcome: 'removed', orderNbr: '1' }, 1);
    const messages = await portal.database.selectFrom('outbox').select('changes').execute();
    expect(messages.map(({ changes }) => changes)).toEqual([[{ orderNbr: '', newEvents: [] }]]);
    expect((await send(deleted())).json()).toMatchObject({ orders: { ...none, unchanged: 1 }, notes: [] });
  });

  test('comes back by a newer delivery only', async () => {
    await send(record({}));
    await send(deleted({ LastModifiedDateTime: '2026-03-05T12:00:00Z' }));
    for (const LastModifiedDateTime of ['2026-03-05T11:00:00Z', '2026-03-05T12:00:00Z', undefined])
      expect((await send(record({ LastModifiedDateTime }))).json()).toMatchObject({
        orders: { outdated: 1 },
      });
    expect(await numbers()).toEqual([]);
    const newer = record({ LastModifiedDateTime: '2026-03-05T13:00:00Z' });
    expect((await send(newer)).json()).toMatchObject({ orders: { new: 1, outdated: 0 } });
    const late = deleted({ LastModifiedDateTime: '2026-03-05T12:30:00Z' });
    expect((await send(late)).json()).toMatchObject({ orders: { outdated: 1 } });
    expect(await numbers()).toEqual(['1']);
  });

  test('stays away when the deliveries overtake each other', async () => {
    await send(deleted({ LastModifiedDateTime: '2026-03-05T12:00:00Z' }));
    expect((await send(record({}))).json()).toMatchObject({ orders: { outdated: 1 } });
    expect(await numbers()).toEqual([]);
  });

  test('is not removed from another customer', async () => {
    await send({ ...record({}), email: 'cara@example.org' });
    const response = await send({ ...deleted(), email: 'ben@example.org' });
    expect(response.json()).toMatchObject({
      rows: [{ key: '1', reason: expect.stringContaining('delete it in the record of that customer') }],
    });
    expect(await numbers()).toEqual(['1']);
  });
});

test('is described in /openapi.json, with its authorization', async () => {
  const { paths, components } = (await portal.app.inject('/openapi.json')).json();
  const { post } = paths['/hooks/orders'];
  expect(post).toMatchObject({
    operationId: 'receiveOrders',
    security: [{ ordersWebhookToken: [] }],
    parameters: [expect.objectContaining({ in: 'header', name: 'idempotency-key', required: false })],
    requestBody: { content: { 'application/json': { schema: { anyOf: expect.any(Array) } } } },
  });
  expect(post.responses).toEqual({ 200: expect.any(Object), default: expect.any(Object) });
  expect(components.securitySchemes).toEqual({ ordersWebhookToken: { type: 'http', scheme: 'bearer' } });
});

// On the embedded database, an import has the only connection.
(process.env['TEST_DATABASE_URL'] ? test : test.skip)(
  'deliveries wait ten seconds for an import, also behind others, and their senders repeat them',
  async () => {
    const waitFrom = async (ms: number) => {
      await sleep(ms);
      const began = Date.now();
      const { statusCode, headers } = await send(record({}));
      return { statusCode, headers, ms: Date.now() - began };
    };
    const waits = await portal.database.transaction().execute(async (importing) => {
      await lockImports(importing);
      return Promise.all([waitFrom(0), waitFrom(5_000)]);
    });
    for (const { statusCode, headers, ms } of waits) {
      expect(statusCode).toBe(503);
      expect(headers).toMatchObject({ 'retry-after': expect.any(String) });
      expect(ms).toBeLessThan(13_000);
    }
    expect((await send(record({}))).statusCode).toBe(200);
  },
  60_000,
);

test('a burst of deliveries does not keep customers waiting', async () => {
  const browser = await portal.openBrowser();
  let loaded = 0;
  const burst = Array.from({ length: 100 }, async (_, index) => {
    await send({ email: `customer-${index}@example.com`, orders: [{ ServiceOrderNbr: `${index}` }] });
    loaded += 1;
  });
  await browser.post('/customer-login/email', { email: 'ann@example.com' });
  expect(loaded).toBeLessThan(20);
  await Promise.all(burst);
});
