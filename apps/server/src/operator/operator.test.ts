import { Readable } from 'node:stream';
import { teamTokenStore } from '../releases/team-token-store';
import { signIn } from '../testing/sign-in';
import { startReleasedPortal } from '../testing/released-portal';
import { startTestApp, useTestApp } from '../testing/test-app';
import { operatorWork } from './operator-routes';

const TOKEN = 'the-token-of-the-operator';
const operator = { authorization: `Bearer ${TOKEN}` };

const portal = useTestApp({ OPERATOR_TOKEN: TOKEN, OPERATOR_HEADER: 'X-Forwarded-User' });

const PROMOTION = { name: 'orders', version: '1.0.0' };

/** A token with which a team may publish `orders`. */
const createToken = async () => {
  const given = { team: 'orders', names: ['orders'], verbs: ['publish' as const], days: 1 };
  const { id, token } = await teamTokenStore(portal.database).create({ ...given, createdBy: 'dana' });
  return { id, authorization: `Bearer ${token}` };
};

const names = () => Object.keys(operatorWork(portal));

type Headers = Record<string, string>;

/** @param peer who connects to the portal: a proxy on this machine, or a stranger */
const call = (name: string, headers: Headers, body: object = {}, peer = '127.0.0.1', app = portal.app) =>
  app.inject({
    method: 'POST',
    url: `/-/operator/work/${name}`,
    headers: { 'x-forwarded-for': '203.0.113.7', ...headers },
    payload: body,
    remoteAddress: peer,
  });

test('without a variable of the operator, there are no such paths', async () => {
  const off = await startTestApp();
  const nowhere = await off.app.inject({ method: 'POST', url: '/no/such' });
  const answer = await call('session', operator, {}, '127.0.0.1', off.app);
  expect([answer.statusCode, answer.body]).toEqual([404, nowhere.body]);
  await off.close();
});

test('with an upstream, only the work without a database is there', async () => {
  const upstream = await startReleasedPortal({ OPERATOR_TOKEN: TOKEN });
  const ask = (name: string) => call(name, operator, {}, '127.0.0.1', upstream.app);
  expect((await ask('session')).statusCode).toBe(200);
  expect((await ask('outbox/list')).statusCode).toBe(404);
  await upstream.close();
});

test('no work is done for a customer, another site, or a wrong token', async () => {
  const { browser: customer } = await signIn(portal, 'ann@example.com');
  for (const name of names()) {
    expect((await customer.post(`/-/operator/work/${name}`, {})).statusCode).toBe(401);
    expect((await call(name, { ...operator, origin: 'https://evil.test' })).statusCode).toBe(403);
    expect((await call(name, { ...operator, 'sec-fetch-site': 'same-site' })).statusCode).toBe(403);
    await portal.database.deleteFrom('limit_hits').execute();
    expect((await call(name, { authorization: 'Bearer a-guess-of-somebody' })).statusCode).toBe(401);
    const work = name.replace('/:name', '');
    const lines = await portal.auditLines({ event: 'operator', outcome: 'refused', work }, 3);
    expect(lines).toHaveLength(3);
    expect(lines[2]).toMatchObject({ network: '203.0.113.0/24' });
    expect(JSON.stringify(lines)).not.toMatch(/guess|the-token/);
  }
});

test('a form is refused, and so are wrong parameters, which it names', async () => {
  const type = { 'content-type': 'application/x-www-form-urlencoded' };
  const form = { method: 'POST', url: '/-/operator/work/outbox/retry', payload: 'a=b' } as const;
  expect((await portal.app.inject({ ...form, headers: { ...operator, ...type } })).statusCode).toBe(415);
  const { payload: _, ...empty } = form;
  expect((await portal.app.inject({ ...empty, headers: operator })).statusCode).toBe(400);
  const wrong = await call('outbox/retry', operator, { ids: 'all' });
  expect(wrong.statusCode).toBe(400);
  expect(wrong.json().message).toMatch(/^ids: /);
});

test('the header names the operator if a trusted proxy sends it, but not beside the token of a team', async () => {
  const header = { 'x-forwarded-user': 'dana@acme.example' };
  const session = { who: 'dana@acme.example', operator: true, names: [] };
  expect((await call('session', header)).json()).toMatchObject(session);
  expect((await call('session', { ...header, authorization: 'Bearer of-the-proxy' })).statusCode).toBe(200);
  expect((await call('session', header, {}, '203.0.113.7')).statusCode).toBe(401);
  expect((await call('session', { ...header, authorization: 'Bearer pt_revoked' })).statusCode).toBe(401);
});

test('a team does only its own work', async () => {
  const { authorization } = await createToken();
  const ask = (name: string) => call(name, { authorization });
  const session = { who: 'orders', operator: false, names: ['orders'], verbs: ['publish'] };
  expect((await ask('session')).json()).toEqual(session);
  for (const [name, { team }] of Object.entries(operatorWork(portal))) {
    if (team) continue;
    expect((await ask(name)).statusCode).toBe(403);
    await portal.auditLines({ event: 'operator', outcome: 'refused', work: name, who: 'orders' });
  }
  expect((await call('releases/promote', { authorization }, PROMOTION)).statusCode).toBe(403);
  await portal.auditLines({ event: 'operator', outcome: 'refused', work: 'releases/promote', who: 'orders' });
});

test('a token that is revoked while the body arrives does nothing', async () => {
  const { id, authorization } = await createToken();
  async function* body() {
    yield '{';
    await teamTokenStore(portal.database).revoke(id);
    yield '}';
  }
  const answer = await portal.app.inject({
    method: 'POST',
    url: '/-/operator/work/session',
    headers: { authorization, 'content-type': 'application/json' },
    payload: Readable.from(body()),
  });
  expect(answer.statusCode).toBe(401);
});

test('after ten wrong tokens, a network waits, even with the right one', async () => {
  const guess = { authorization: 'Bearer a-guess-of-somebody' };
  const guesses = await Promise.all(Array.from({ length: 11 }, () => call('session', guess)));
  expect(guesses.map(({ statusCode }) => statusCode).toSorted()).toEqual([
    ...Array<number>(10).fill(401),
    429,
  ]);
  const limited = await call('session', operator);
  expect(limited.statusCode).toBe(429);
  expect(Number(limited.headers['retry-after'])).toBeGreaterThan(590);
  await portal.auditLines({ event: 'operator', outcome: 'refused', work: 'session' }, 12);
  const elsewhere = { ...operator, 'x-forwarded-for': '203.0.113.8' };
  expect((await call('session', elsewhere)).statusCode).toBe(200);
  await portal.passTime({ minutes: 11 });
  expect((await call('session', operator)).statusCode).toBe(200);
});

test('the operator gets what the verbs print, and the audit log has the changes', async () => {
  await portal.addCustomer({ email: 'ann@example.com' });
  await portal.database
    .insertInto('imports')
    .values({ source: 'file', report: JSON.stringify({ ignoredFields: ['Fax'] }) })
    .execute();
  const ask = async (name: string, body?: object) => (await call(name, operator, body)).json();
  expect(await ask('outbox/list')).toEqual({ depth: [], dead: [] });
  expect(await ask('outbox/retry')).toEqual({ retried: [], left: [] });
  expect(await ask('tokens/list')).toEqual([]);
  expect(await ask('imports/list')).toEqual([
    { id: expect.any(String), at: expect.any(String), source: 'file', report: { ignoredFields: ['Fax'] } },
  ]);
  const { findings } = await ask('doctor');
  expect(findings).toContainEqual({ check: 'version', state: 'ok', text: expect.any(String) });
  const contact = ' Ann@example.com';
  expect(await ask('customer/show', { contact })).toMatchObject({ email: 'a•••@example.com', sessions: {} });
  expect(await ask('customer/erase', { contact })).toHaveProperty('removed');
  expect((await call('customer/show', operator, { contact: 'ann' })).json().message).toMatch(/^Write an/);
  const { id } = await createToken();
  expect(await ask('tokens/revoke', { id })).toEqual({ revoked: id });
  const who = 'operator';
  await portal.auditLines({ event: 'customer', outcome: 'erased', who });
  await portal.auditLines({ event: 'operator', outcome: 'done', work: 'tokens/revoke', who });
});
