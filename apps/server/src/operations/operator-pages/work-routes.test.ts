import { teamTokenStore } from '../../portal/releases/team-token-store';
import { startReleasedPortal } from '../../testing/released-portal';
import { useTestApp } from '../../testing/test-app';

const TOKEN = 'the-token-of-the-operator';
const authorization = `Bearer ${TOKEN}`;
const portal = useTestApp({
  OPERATIONS_PORT: '0',
  OPERATOR_TOKEN: TOKEN,
  OPERATOR_HEADER: 'X-Forwarded-User',
});

type Headers = Record<string, string>;

const call = (name: string, body: object = {}, headers: Headers = { authorization }, ip?: string) =>
  portal.newOperator(ip).post(`/work/${name}`, body, headers);

test('customers’ port has none of it', async () => {
  const browser = portal.newBrowser();
  expect((await browser.post('/work/doctor', {}, { authorization })).statusCode).toBe(404);
  expect((await browser.get('/sign-in', { accept: 'application/json' })).statusCode).toBe(404);
});

test('with an upstream, only the work without a database is there', async () => {
  const upstream = await startReleasedPortal({ OPERATIONS_PORT: '0', OPERATOR_TOKEN: TOKEN });
  const ask = (name: string) => upstream.newOperator().post(`/work/${name}`, {}, { authorization });
  expect((await ask('releases/status')).statusCode).toBe(200);
  expect((await ask('outbox/list')).statusCode).toBe(404);
  await upstream.close();
});

test('neither a wrong token, nor that of a team, nor the header of a proxy is enough', async () => {
  const given = { team: 'orders', names: ['orders'], verbs: ['promote' as const], days: 1 };
  const { token } = await teamTokenStore(portal.database).create({ ...given, createdBy: 'dana' });
  for (const wrong of ['Bearer a-guess-of-somebody', `Bearer ${token}`])
    expect((await call('outbox/list', {}, { authorization: wrong })).statusCode).toBe(401);
  expect((await call('outbox/list', {}, { 'x-forwarded-user': 'dana' })).statusCode).toBe(401);
  const lines = await portal.auditLines({ event: 'operator', outcome: 'refused', work: 'outbox/list' }, 2);
  expect(lines).toHaveLength(2);
  expect(JSON.stringify(lines)).not.toMatch(/guess|pt_/);
});

test('a form is refused, and so are wrong parameters, which it names', async () => {
  const form = await portal.newOperator().postForm('/work/outbox/retry', { a: 'b' }, { authorization });
  expect(form.statusCode).toBe(415);
  const wrong = await call('outbox/retry', { ids: 'all' });
  expect(wrong.statusCode).toBe(400);
  expect(wrong.json().message).toMatch(/^\/ids /);
});

test('after ten wrong tokens, a network waits, even with the right one', async () => {
  const guess = { authorization: 'Bearer a-guess-of-somebody' };
  const guesses = await Promise.all(Array.from({ length: 11 }, () => call('outbox/list', {}, guess)));
  expect(guesses.map(({ statusCode }) => statusCode).toSorted()).toEqual([
    ...Array<number>(10).fill(401),
    429,
  ]);
  const limited = await call('outbox/list');
  expect(limited.statusCode).toBe(429);
  expect(Number(limited.headers['retry-after'])).toBeGreaterThan(590);
  await portal.auditLines({ event: 'operator', outcome: 'refused', work: 'outbox/list' }, 12);
  expect((await call('outbox/list', {}, { authorization }, '203.0.113.8')).statusCode).toBe(200);
  await portal.passTime({ minutes: 11 });
  expect((await call('outbox/list')).statusCode).toBe(200);
});

test('the operator gets what the verbs print, and the audit log has the changes', async () => {
  await portal.addCustomer({ email: 'ann@example.com' });
  await portal.database
    .insertInto('imports')
    .values({ source: 'file', report: JSON.stringify({ ignoredFields: ['Fax'] }) })
    .execute();
  const ask = async (name: string, body?: object) => (await call(name, body)).json();
  expect(await ask('outbox/list')).toEqual({ depth: [], dead: [] });
  expect(await ask('outbox/retry')).toEqual({ retried: [], left: [] });
  expect(await ask('tokens/list')).toEqual([]);
  expect(await ask('imports/list')).toEqual([
    { id: expect.any(String), at: expect.any(String), source: 'file', report: { ignoredFields: ['Fax'] } },
  ]);
  const { findings } = await ask('doctor');
  expect(findings).toContainEqual({ check: 'version', state: 'ok', text: expect.any(String) });
  const contact = ' Ann@example.com';
  expect(await ask('customer/show', { contact })).toMatchObject({ email: 'ann@example.com', sessions: {} });
  expect(await ask('customer/erase', { contact })).toHaveProperty('removed');
  expect((await call('customer/show', { contact: 'ann' })).json().refusal).toMatch(/^No customer has ann\./);
  const given = { team: 'orders', names: ['orders'], verbs: ['publish' as const], days: 1 };
  const { id } = await teamTokenStore(portal.database).create({ ...given, createdBy: 'dana' });
  expect(await ask('tokens/revoke', { id })).toEqual({ revoked: id });
  const who = 'operator';
  await portal.auditLines({ event: 'customer', outcome: 'erased', who });
  await portal.auditLines({ event: 'operator', outcome: 'done', work: 'tokens/revoke', who });
});
