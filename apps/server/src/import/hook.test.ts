import { lockImports } from '../customers/customer-store';
import { startTestApp, useTestApp } from '../testing/test-app';

const TOKEN = 'a-token-of-an-erp';

const portal = useTestApp({ ORDERS_WEBHOOK_TOKEN: TOKEN });

const send = (body: unknown, headers: Record<string, string> = {}) =>
  portal.newBrowser().post('/hooks/orders', body, { authorization: `Bearer ${TOKEN}`, ...headers });

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
      { row: 2, field: 'email', reason: 'email is not an email address' },
      { row: 3, field, reason: expect.stringMatching(/^order 7 belongs to b•••@example\.org/) },
      { row: 4, field, reason: 'order 1 appears twice, first in row 1' },
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
  expect((await send(late)).json()).toMatchObject({ orders: { ...none, outdated: 1 } });
  expect(await status()).toEqual({ value: 'Completed' });
  // The same moment in another time zone is not older.
  const again = record({ Status: 'Closed', LastModifiedDateTime: '2026-03-05T11:00:00+01:00' });
  expect((await send(again)).json()).toMatchObject({ orders: { ...none, updated: 1, outdated: 0 } });
  expect(await status()).toEqual({ value: 'Closed' });
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
  'deliveries wait ten seconds for an import, together, and their senders repeat them',
  async () => {
    const began = Date.now();
    const responses = await portal.database.transaction().execute(async (importing) => {
      await lockImports(importing);
      return Promise.all([send(record({})), send(record({}))]);
    });
    expect(Date.now() - began).toBeLessThan(12_000);
    for (const { statusCode, headers } of responses) {
      expect(statusCode).toBe(503);
      expect(headers).toMatchObject({ 'retry-after': expect.any(String) });
    }
    expect((await send(record({}))).statusCode).toBe(200);
  },
  20_000,
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
