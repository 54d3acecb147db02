import { putRelease, remoteRelease, shellRelease } from '../../testing/releases';
import { startTestApp, useTestApp } from '../../testing/test-app';
import { teamTokenStore } from '../../portal/releases/team-token-store';

const TOKEN = 'the-token-of-the-operator';
const portal = useTestApp({
  OPERATIONS_PORT: '0',
  OPERATOR_TOKEN: TOKEN,
  OPERATOR_HEADER: 'X-Forwarded-User',
});
const HTML = { accept: 'text/html' };

type Operator = ReturnType<typeof portal.newOperator>;

/** The text of a page, as people read it. */
const textOf = (html: string) =>
  html
    .replace(/<style>.*<\/style>/s, '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ');

const csrfIn = (html: string) => /name="csrf" value="([^"]+)"/.exec(html)?.[1] ?? '';

const signIn = async (operator: Operator = portal.newOperator()) => {
  await operator.postForm('/sign-in', { token: TOKEN, path: '/' });
  return operator;
};

/** Sends a form of a page, which says how it ended. */
const submit = async (
  operator: Operator,
  path: string,
  does: string,
  fields: Record<string, string> = {},
) => {
  const csrf = csrfIn((await operator.get(path, HTML)).body);
  return operator.postForm(path, { csrf, does, ...fields }, HTML);
};

const status = (html: string) => textOf(/<p role="status".*?<\/p>/s.exec(html)?.[0] ?? '').trim();

test('asks for the token, then leads to the page that was asked for', async () => {
  const operator = portal.newOperator();
  const asked = await operator.get('/imports', HTML);
  expect(asked.statusCode).toBe(401);
  expect(textOf(asked.body)).toContain('Operator token');
  const wrong = await operator.postForm('/sign-in', { token: 'a-guess', path: '/imports' }, HTML);
  expect([wrong.statusCode, status(wrong.body)]).toEqual([401, 'This is not the operator token.']);
  const right = await operator.postForm('/sign-in', { token: TOKEN, path: '/imports' });
  expect([right.statusCode, right.headers['location']]).toEqual([303, '/imports']);
  expect(right.cookies).toMatchObject([{ httpOnly: true, sameSite: 'Strict', path: '/', maxAge: 12 * 3600 }]);
  expect(right.cookies[0]).not.toHaveProperty('secure');
  expect(textOf((await operator.get('/imports', HTML)).body)).toContain('The last 20 imports: none.');
  const elsewhere = await operator.postForm('/sign-in', { token: TOKEN, path: '//evil.test' });
  expect(elsewhere.headers['location']).toBe('/');
  await portal.auditLines({ event: 'operator', outcome: 'refused', work: 'sign-in' });
});

test('by HTTPS through the proxy, the cookie is Secure', async () => {
  const headers = { 'x-forwarded-proto': 'https' };
  const { cookies } = await portal.newOperator().postForm('/sign-in', { token: TOKEN }, headers);
  expect(cookies).toMatchObject([{ secure: true }]);
});

test('no script runs in a page, and no site frames it', async () => {
  const { headers } = await (await signIn()).get('/', HTML);
  const policy = String(headers['content-security-policy']);
  expect(policy).toMatch(
    /^default-src 'none'; style-src 'sha256-[^']+'; form-action 'self'; base-uri 'none'; frame/,
  );
  expect(headers).toMatchObject({ 'cache-control': 'no-store', 'cross-origin-opener-policy': 'same-origin' });
});

test('a session ends with a sign-out, after twelve hours, and with another token', async () => {
  const operator = await signIn();
  const cookie = `operator_session=${operator.cookies.get('operator_session')}`;
  const statusWith = async (headers: Record<string, string>, app = portal) =>
    (await app.newOperator().get('/', { ...HTML, ...headers })).statusCode;
  expect(await statusWith({ cookie })).toBe(200);
  const csrf = csrfIn((await operator.get('/', HTML)).body);
  await operator.postForm('/sign-out', { csrf });
  expect((await operator.get('/', HTML)).statusCode).toBe(401);
  const longAgo = cookie.replace(/\.\d+\./, `.${Date.now() + 13 * 3600_000}.`);
  expect(await statusWith({ cookie: longAgo })).toBe(401);
  jest.spyOn(Date, 'now').mockReturnValueOnce(Date.now() + 12 * 3600_000 + 1);
  expect(await statusWith({ cookie })).toBe(401);
  jest.restoreAllMocks();
  const env = { OPERATIONS_PORT: '0', OPERATOR_TOKEN: 'another-token-of-theirs' };
  const changed = await startTestApp(env, portal.keys);
  expect((await changed.newOperator().get('/', { ...HTML, cookie })).statusCode).toBe(401);
  await changed.close();
});

test('a form needs the token of its session, and comes from no other site', async () => {
  const [operator, other] = [await signIn(), await signIn()];
  const csrf = csrfIn((await operator.get('/', HTML)).body);
  const send = (fields: Record<string, string>, headers = {}) =>
    operator.postForm('/messages', { does: 'outbox/retry', ...fields }, { ...HTML, ...headers });
  expect((await send({ csrf })).statusCode).toBe(200);
  expect((await send({})).statusCode).toBe(403);
  expect((await send({ csrf: csrfIn((await other.get('/', HTML)).body) })).statusCode).toBe(403);
  for (const site of ['cross-site', 'same-site', 'none'])
    expect((await send({ csrf }, { 'sec-fetch-site': site })).statusCode).toBe(403);
  const refusal = await send({});
  expect(status(refusal.body)).toMatch(/^This form is no longer valid/);
  await portal.auditLines({ event: 'operator', outcome: 'refused', work: 'messages' }, 6);
});

test('a trusted proxy names the person, whose forms need a token, too', async () => {
  const dana = portal.newOperator();
  const named = { ...HTML, 'x-forwarded-user': 'dana@acme.example' };
  const { body } = await dana.get('/customers', named);
  expect(textOf(body)).toContain('dana@acme.example');
  expect(textOf(body)).not.toContain('Sign out');
  const { id } = await teamTokenStore(portal.database).create({
    ...{ team: 'orders', names: ['orders'], verbs: ['publish'], days: 1, createdBy: 'dana' },
  });
  const revoke = { does: 'tokens/revoke', id };
  expect((await dana.postForm('/tokens', revoke, named)).statusCode).toBe(403);
  expect((await dana.postForm('/tokens', { ...revoke, csrf: csrfIn(body) }, named)).statusCode).toBe(200);
  const who = 'dana@acme.example';
  await portal.auditLines({ event: 'operator', outcome: 'done', work: 'tokens/revoke', who });
  const direct = await portal.app.operations?.inject({
    url: '/',
    headers: named,
    remoteAddress: '203.0.113.7',
  });
  expect(direct?.statusCode).toBe(401);
});

test('shows releases with their health, and changes them', async () => {
  await putRelease(portal.database, portal.config.releasesUrl, shellRelease());
  await putRelease(portal.database, portal.config.releasesUrl, remoteRelease('orders'));
  const operator = await signIn();
  const { body } = await operator.get('/', HTML);
  expect(textOf(body)).toMatch(/Versions of orders .* Live 1\.0\.0/);
  const change = async (name: string, fields: Record<string, string>) =>
    status((await submit(operator, '/', `releases/${name}`, { name: 'orders', why: '', ...fields })).body);
  expect(await change('canary', { version: '1.1.0', percent: '10' })).toMatch(
    /^orders 1\.1\.0 is the canary, for 10% of visitors\./,
  );
  expect(textOf((await operator.get('/', HTML)).body)).toContain('Canary, 10%');
  expect(await change('stop-canary', {})).toMatch(/^orders has no canary\./);
  expect(await change('promote', { version: '1.1.0' })).toMatch(/^orders 1\.1\.0 is live\./);
  expect(await change('promote', { version: '1.1.0' })).toMatch(/^Nothing changed: /);
  expect(await change('rollback', { to: '1.0.0' })).toMatch(/^orders is back at 1\.0\.0\./);
  expect(await change('promote', { version: '9.0.0' })).toMatch(/^orders has no published version 9\.0\.0/);
  expect(await change('canary', { version: '1.1.0', percent: '500' })).toMatch(/^percent: /);
});

test('retries and deletes dead letters', async () => {
  const customerId = await portal.addCustomer({ email: 'ann@example.com' });
  const letter = {
    kind: 'test',
    channel: 'email',
    recipient: '',
    status: 'dead',
    customer_id: customerId,
  } as const;
  const now = new Date();
  const [one, two] = await portal.database
    .insertInto('outbox')
    .values(
      [letter, letter].map((each) => ({ ...each, failure: '<b>550</b>', settled_at: now, expires_at: now })),
    )
    .returning('id')
    .execute();
  const operator = await signIn();
  const { body } = await operator.get('/messages', HTML);
  expect(body).toContain('&lt;b&gt;550&lt;/b&gt;');
  expect(textOf(body)).toContain('a•••@example.com');
  expect(status((await submit(operator, '/messages', 'outbox/retry', { id: one?.id ?? '' })).body)).toBe(
    `Message ${one?.id} is queued again.`,
  );
  expect(status((await submit(operator, '/messages', 'outbox/delete', { id: two?.id ?? '' })).body)).toBe(
    `Message ${two?.id} is deleted.`,
  );
  expect(
    status((await submit(operator, '/messages', 'outbox/delete', { id: two?.id ?? '' })).body),
  ).toContain('1 left: there is no such');
  expect(status((await submit(operator, '/messages', 'outbox/retry')).body)).toBe(
    'The dead letters are queued again.',
  );
});

test('finds, exports, signs out, and erases a customer, whose contact is in no address', async () => {
  const contact = 'ann@example.com';
  await portal.addCustomer({ email: contact });
  const operator = await signIn();
  expect(
    status((await submit(operator, '/customers', 'customer/show', { contact: 'ben@example.com' })).body),
  ).toMatch(/^No customer has ben@example\.com/);
  expect(status((await submit(operator, '/customers', 'customer/show', { contact: 'ben' })).body)).toMatch(
    /^Write an email/,
  );
  const found = await submit(operator, '/customers', 'customer/show', { contact });
  expect(textOf(found.body)).toContain('ann@example.com');
  expect(found.body).not.toContain('role="status"');
  const file = await submit(operator, '/customers', 'customer/export', { contact });
  expect(file.headers['content-disposition']).toContain('attachment');
  expect(file.json().customer.email).toBe(contact);
  expect(status((await submit(operator, '/customers', 'customer/sign-out', { contact })).body)).toMatch(
    /is signed out everywhere/,
  );
  const unsure = await submit(operator, '/customers', 'customer/erase', { contact, confirmation: 'yes' });
  expect(status(unsure.body)).toMatch(/^Nothing was erased/);
  expect(
    status((await submit(operator, '/customers', 'customer/erase', { contact, confirmation: 'erase' })).body),
  ).toMatch(/^ann@example\.com is erased\./);
  const who = 'operator';
  for (const outcome of ['exported', 'signed-out', 'erased'])
    await portal.auditLines({ event: 'customer', outcome, who });
});

test('counts the orders of an ERP, and takes held ones from customers', async () => {
  expect((await (await signIn()).get('/erp', HTML)).statusCode).toBe(404);
  const url = { ACUMATICA_URL: 'http://127.0.0.1:1', ACUMATICA_USER: 'portal', ACUMATICA_PASSWORD: 'secret' };
  const withErp = await startTestApp({ OPERATIONS_PORT: '0', OPERATOR_TOKEN: TOKEN, ...url });
  const order = { shown: true, hidden_for: 'gone' as const, seen_at: new Date() };
  const orders = Array.from({ length: 21 }, (_, index) => ({
    ...order,
    key: `${index}`,
    order_nbr: `${index}`,
  }));
  await withErp.database.insertInto('erp_orders').values(orders).execute();
  const operator = await signIn(withErp.newOperator());
  const { body } = await operator.get('/erp', HTML);
  expect(textOf(body)).toMatch(/shown to customers 21 held 21/);
  expect(status((await submit(operator, '/erp', 'erp/confirm')).body)).toMatch(/^The orders that were held/);
  const after = await submit(operator, '/erp', 'erp/read-again');
  expect(status(after.body)).toBe('Every order of the ERP is read again.');
  expect(textOf(after.body)).toMatch(/held 0 .*deleted, outside/);
  expect(after.body).not.toContain('erp/confirm');
  await withErp.close();
});

test('shows tokens, imports, and what the doctor found; an unknown page says so', async () => {
  const report = { ignoredFields: ['Fax'], orders: { new: 3 } };
  await portal.database
    .insertInto('imports')
    .values({ source: 'file', report: JSON.stringify(report) })
    .execute();
  const operator = await signIn();
  expect(textOf((await operator.get('/imports', HTML)).body)).toContain('Fax');
  expect(textOf((await operator.get('/doctor', HTML)).body)).toMatch(/version ok 1\.\d/);
  const nowhere = await operator.get('/nowhere', HTML);
  expect([nowhere.statusCode, status(nowhere.body)]).toEqual([404, 'There is nothing at this address.']);
  expect((await operator.get('/healthz')).json()).toEqual({ success: true });
});
