import { importCustomers } from '../../orders/import/import-customers';
import { recordAttempts } from '../../testing/sign-in';
import { putRelease, remoteRelease, shellRelease } from '../../testing/releases';
import { startTestApp, useTestApp } from '../../testing/test-app';
import { PORTAL } from '../../portal/releases/changes';
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

/** Sends a form of a page. @returns the next page, which says how it ended */
const submit = async (
  operator: Operator,
  path: string,
  does: string,
  fields: Record<string, string> = {},
) => {
  const csrf = csrfIn((await operator.get(path, HTML)).body);
  const answer = await operator.postForm(path, { csrf, does, ...fields }, HTML);
  const location = answer.headers['location'];
  return location === undefined ? answer : operator.get(location, HTML);
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
  expect(textOf((await operator.get('/imports', HTML)).body)).toContain('Nothing has been imported.');
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
  expect((await send({ csrf })).statusCode).toBe(303);
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
  expect((await dana.postForm('/tokens', { ...revoke, csrf: csrfIn(body) }, named)).statusCode).toBe(303);
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
  expect(await change('take-down', {})).toMatch(/^Nobody gets orders any more\./);
  await portal.database
    .updateTable('release_changes')
    .set({ who: PORTAL })
    .where('action', '=', 'take-down')
    .execute();
  expect(textOf((await operator.get('/', HTML)).body)).toContain('orders: the portal took it down at');
});

test('a form that was refused comes back open, as it was filled in', async () => {
  await putRelease(portal.database, portal.config.releasesUrl, shellRelease());
  await putRelease(portal.database, portal.config.releasesUrl, remoteRelease('orders'));
  const operator = await signIn();
  const openForms = (html: string) =>
    [...html.matchAll(/<details[^>]* open=.*?<\/details>/gs)].map(([form]) => form);
  for (const percent of ['500', '1.5', 'a tenth', '']) {
    const fields = { name: 'orders', version: '1.0.0', percent, why: 'Before “Friday”' };
    const answer = await submit(operator, '/', 'releases/canary', fields);
    expect([answer.statusCode, status(answer.body)]).toEqual([
      400,
      'orders got no canary: percent must be a whole number from 0 to 100.',
    ]);
    const [form = '', ...others] = openForms(answer.body);
    expect(others).toEqual([]);
    expect(form).toContain('<summary aria-label="Canary orders …"');
    expect(form).toContain('<option selected="">1.0.0</option>');
    expect(form).toContain(`name="percent" value="${percent}"`);
    expect(form).toContain('name="why" value="Before “Friday”"');
  }
  expect(openForms((await operator.get('/', HTML)).body)).toEqual([]);
  const page = await importAnn();
  const erasing = { id: page.replace('/customers/', ''), who: 'Ann Example', confirmation: 'Erase' };
  const { body } = await submit(operator, page, 'customer/erase', erasing);
  expect(status(body)).toBe('Ann Example was not erased: type “erase” to confirm.');
  expect(openForms(body)).toEqual([expect.stringContaining('name="confirmation" value="Erase"')]);
});

test('retries and deletes dead letters', async () => {
  const customer_id = await portal.addCustomer({ email: 'ann@example.com' });
  const letter = { kind: 'test', channel: 'email', recipient: '', status: 'dead', customer_id } as const;
  const now = new Date();
  const dead = { ...letter, failure: '<b>550</b>', settled_at: now, expires_at: now };
  const [one, two] = await portal.database
    .insertInto('outbox')
    .values([dead, dead])
    .returning('id')
    .execute();
  const operator = await signIn();
  const { body } = await operator.get('/messages', HTML);
  expect(body).toContain('&lt;b&gt;550&lt;/b&gt;');
  expect(textOf(body)).toMatch(/Fix 2 messages failed for good\./);
  expect(body).toMatch(/aria-label="Retry the test message by email to a•••@example\.com of \d{4}-/);
  const act = async (does: string, id = '') =>
    status((await submit(operator, '/messages', `outbox/${does}`, { id, who: 'Ann' })).body);
  expect(await act('retry', one?.id)).toBe('The message to Ann is queued again.');
  expect(await act('delete', two?.id)).toBe('The message to Ann is deleted.');
  expect(await act('delete', two?.id)).toContain('1 left: there is no such');
  expect(await act('retry')).toBe('The dead letters are queued again.');
});

const ANN = { email: 'ann@example.com', phone: '+12025550123', name: 'Ann Example' };

/** Imports Ann with two orders, and finds her page. */
const importAnn = async () => {
  const order = (number: string) => ({
    ...{ ServiceOrderNbr: number, Description: 'Boiler', Status: 'Open' },
    LastModifiedDateTime: '2026-03-09T15:40:00Z',
    events: [{ summary: `Visit of ${number}`, body: '<p>At <b>nine</b><script>alert(1)</script></p>' }],
  });
  const rows = [
    { ...ANN, orders: [order('000019'), order('000020')] },
    { email: 'anna@example.com', name: 'Anna' },
  ];
  await importCustomers(portal.database, JSON.stringify(rows));
  const { id } = await portal.database
    .selectFrom('customers')
    .select('id')
    .where('email', '=', ANN.email)
    .executeTakeFirstOrThrow();
  return `/customers/${id}`;
};

test('finds one customer or lists several, masked, with no contact in an address', async () => {
  const page = await importAnn();
  const operator = await signIn();
  const csrf = csrfIn((await operator.get('/customers', HTML)).body);
  const find = (text: string) => operator.postForm('/customers', { csrf, does: 'find', text }, HTML);
  expect((await find(ANN.email)).headers['location']).toBe(page);
  expect((await find('000020')).headers['location']).toBe(page);
  const several = textOf((await find('ann')).body);
  expect(several).toMatch(/Ann Example a•••@example\.com •••• 0123 .* Anna a•••@example\.com/);
  expect(textOf((await find('<b>ben')).body)).toContain('No customer has “&lt;b&gt;ben” in their name');
  expect(textOf((await operator.get('/customers/nobody', HTML)).body)).toContain('not understood');
  const gone = '/customers/6f1c2a52-8f0e-4f6e-9a77-0a1b2c3d4e5f';
  expect(textOf((await operator.get(gone, HTML)).body)).toContain('This customer is no longer there.');
});

test('shows why a customer gets no code; each look is in the audit log', async () => {
  const page = await importAnn();
  const operator = await signIn();
  expect(textOf((await operator.get(page, HTML)).body)).toContain(
    'Nothing keeps this customer from signing in.',
  );
  await (await portal.openBrowser()).post('/customer-login/email', { email: ANN.email });
  await portal.database.updateTable('outbox').set({ status: 'dead', failure: '550 refused' }).execute();
  await recordAttempts(portal, `failures/${ANN.email}`, Array(10).fill(1));
  const { body } = await operator.get(page, HTML);
  expect(body).toContain('<title>Ann Example · Customers · ');
  expect(textOf(body)).toMatch(
    /Fix ann@example\.com: no attempts until .* Unlock ends that\..* failed: 550 refused/,
  );
  expect(textOf(body)).toMatch(
    /Wrong codes within a day: 10 .* Imports that changed .* a file .* Phone \+12025550123/,
  );
  await portal.auditLines({ event: 'customer', outcome: 'shown', who: 'operator' }, 2);
});

test('works on a customer; the next page says so once', async () => {
  const page = await importAnn();
  await (await portal.openBrowser()).post('/customer-login/email', { email: ANN.email });
  await portal.database.updateTable('outbox').set({ status: 'dead' }).execute();
  const [id, who] = [page.replace('/customers/', ''), 'Ann Example'];
  const operator = await signIn();
  const act = (does: string, fields = {}) =>
    submit(operator, page, `customer/${does}`, { id, who, ...fields });
  for (const [does, says] of [
    ['unlock', /^Ann Example can ask for codes and try them at once\.$/],
    ['resend', /^Ann Example gets 1 new code and 0 messages that failed\.$/],
    ['block', /^Ann Example cannot sign in any more\.$/],
    ['resend', /^This customer is blocked/],
    ['unblock', /^Ann Example can sign in again\.$/],
    ['sign-out', /^Ann Example is signed out everywhere\.$/],
    ['erase', /^Ann Example was not erased/],
  ] as const)
    expect(status((await act(does, does === 'erase' ? { confirmation: 'yes' } : {})).body)).toMatch(says);
  expect(status((await operator.get(page, HTML)).body)).toBe('');
  const file = await act('export');
  expect(file.headers['content-disposition']).toContain('attachment');
  expect(file.json().customer.email).toBe(ANN.email);
  const erased = await act('erase', { confirmation: 'erase' });
  expect(status(erased.body)).toBe('Ann Example is erased.');
  expect(erased.body).toContain('<h1>Customers</h1>');
});

test('shows the orders of a customer as text, which nobody can act with', async () => {
  const page = await importAnn();
  const operator = await signIn();
  const list = await operator.get(`${page}/orders`, HTML);
  expect(textOf(list.body)).toMatch(
    /You read what Ann Example reads.* 000020 Boiler Open .* 000019 Boiler Open/,
  );
  const opened = await operator.get(`${page}/orders?order=000019`, HTML);
  expect(textOf(opened.body)).toMatch(/000019: Boiler .* Visit of 000019 +At nine/);
  expect(opened.body).not.toMatch(/<script|alert|Visit of 000020/);
  expect(opened.body.match(/<form/g)).toHaveLength(1);
  expect(opened.cookies).toEqual([]);
  await portal.auditLines({ event: 'customer', outcome: 'orders-shown', who: 'operator' }, 2);
});

/** Signs in with a token of somebody's own. */
const signInAs = async (role: 'read' | 'support' | 'releases') => {
  const { token, id } = await teamTokenStore(portal.database).create({
    ...{ team: `${role} of Dana`, role, names: [], verbs: ['publish'], days: 1, createdBy: 'dana' },
  });
  const operator = portal.newOperator();
  await operator.postForm('/sign-in', { token, path: '/' });
  return { operator, token, id };
};

test('a role opens its pages, does its work, and sees no other form', async () => {
  const page = await importAnn();
  await putRelease(portal.database, portal.config.releasesUrl, shellRelease());
  const pagesOf = async (role: Parameters<typeof signInAs>[0]) => {
    const { operator } = await signInAs(role);
    const { body } = await operator.get('/', HTML);
    const customers = (await operator.get(page, HTML)).statusCode;
    const does = [...body.matchAll(/name="does" value="([^"]+)"/g)].map(([, name]) => name);
    return {
      menu: textOf(/<nav.*?<\/nav>/s.exec(body)?.[0] ?? '').trim(),
      customers,
      does: [...new Set(does)],
    };
  };
  const menu = 'Releases Messages Imports Tokens Doctor';
  const withCustomers = 'Releases Messages Answers Customers Imports Tokens Doctor';
  const changes = ['releases/promote', 'releases/canary', 'releases/rollback'];
  expect(await pagesOf('read')).toEqual({ menu, customers: 403, does: [] });
  expect(await pagesOf('support')).toEqual({ menu: withCustomers, customers: 200, does: [] });
  expect(await pagesOf('releases')).toEqual({ menu, customers: 403, does: changes });
  await portal.auditLines({ event: 'customer', outcome: 'shown', who: 'support of Dana' });
  const { operator } = await signInAs('support');
  const refused = await submit(operator, '/', 'releases/promote', { name: 'shell', version: '1.1.0' });
  expect(status(refused.body)).toMatch(/^Your role is support, which may not do releases\/promote/);
  const who = 'support of Dana';
  await portal.auditLines({ event: 'operator', outcome: 'refused', work: 'releases/promote', who });
});

test('a revoked token ends its sessions, and is no token of a team', async () => {
  const { operator, token, id } = await signInAs('support');
  expect((await operator.get('/customers', HTML)).statusCode).toBe(200);
  expect(await teamTokenStore(portal.database).find(token)).toBeUndefined();
  await teamTokenStore(portal.database).revoke(id);
  expect((await operator.get('/customers', HTML)).statusCode).toBe(401);
});

test('a proxy names the role, too; without one that is known, they read', async () => {
  const app = await startTestApp({
    ...{ OPERATIONS_PORT: '0', OPERATOR_HEADER: 'X-User', OPERATOR_ROLE_HEADER: 'X-Role' },
  });
  const statusOf = async (headers: Record<string, string>) =>
    (await app.newOperator().get('/customers', { ...HTML, 'x-user': 'dana', ...headers })).statusCode;
  expect(await statusOf({ 'x-role': 'support' })).toBe(200);
  expect(await statusOf({ 'x-role': 'root' })).toBe(403);
  expect(await statusOf({})).toBe(403);
  await app.close();
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
  expect(textOf(body)).toMatch(/Fix The ERP no longer shows 21 orders.* Orders seen 21 .*Held 21/);
  expect(status((await submit(operator, '/erp', 'erp/confirm')).body)).toMatch(/^The orders that were held/);
  const after = await submit(operator, '/erp', 'erp/read-again');
  expect(status(after.body)).toBe('Every order of the ERP is read again.');
  expect(textOf(after.body)).toMatch(/Held 0 .*deleted, outside/);
  expect(after.body).not.toContain('erp/confirm');
  await withErp.close();
});

test('shows tokens, imports, and what the doctor found; an unknown page says so', async () => {
  const notes = [{ row: 3, line: 12, reason: 'phone changed' }];
  const report = { ignoredFields: ['Fax'], orders: { new: 3, updated: 0 }, notes };
  await portal.database
    .insertInto('imports')
    .values({ source: 'file', report: JSON.stringify(report) })
    .execute();
  const operator = await signIn();
  expect(textOf((await operator.get('/imports', HTML)).body)).toMatch(
    /a file none 3 new Fax Row 3: phone changed/,
  );
  expect(textOf((await operator.get('/doctor', HTML)).body)).toMatch(
    /(No problems found|to fix)\..* OK version 1\.\d/,
  );
  const nowhere = await operator.get('/nowhere', HTML);
  expect([nowhere.statusCode, status(nowhere.body)]).toEqual([404, 'There is nothing at this address.']);
  expect((await operator.get('/healthz')).json()).toEqual({ success: true });
});
