import { randomBytes } from 'node:crypto';
import { text } from 'node:stream/consumers';
import Fastify from 'fastify';
import { deriveKeys } from '../config/keys';
import { errorResponses } from '../http/errors';
import { startBackEnd } from '../testing/back-end';
import { backEndRoutes, noBackEndRoutes } from './back-end-routes';
import { createBackEnds } from './back-ends';

/*
 * What a remote's back end does to its own screens, and does not do to the portal. Its bodies and statuses are those of
 * servers on this machine.
 */

const CUSTOMER = '6f1c2a52-8f0e-4f6e-9a77-0a1b2c3d4e5f';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  jest.restoreAllMocks();
  await Promise.all(closing.splice(0).map((close) => close()));
});

const start = async ({ path = '', timeoutMs = 5_000 } = {}) => {
  const backEnd = await startBackEnd();
  const portal = Fastify();
  portal.decorateRequest('audit', () => {});
  errorResponses(portal);
  await portal.register(
    async (scope) => {
      const backEnds = createBackEnds({
        config: { baseUrl: 'http://portal.test/account' },
        keys: deriveKeys(randomBytes(32)),
        choices: { orders: { api: new URL(path, backEnd.url) }, invoices: {} },
      });
      if (!backEnds) throw new Error('orders has a back end.');
      await scope.register(noBackEndRoutes);
      await scope.register(backEndRoutes, {
        config: { publicUrl: new URL('http://portal.test/account') },
        backEnds,
        requireCustomer: async ({ headers }) => String(headers['x-test-customer'] ?? CUSTOMER),
        timeoutMs,
      });
    },
    { prefix: '/account' },
  );
  closing.push(() => portal.close(), backEnd.close);
  return { portal, backEnd };
};

type Portal = Awaited<ReturnType<typeof start>>['portal'];

const call = (portal: Portal, path = '/summary') => portal.inject(`/account/api/orders${path}`);

const outcomeOf = async (portal: Portal, path?: string) => {
  const { statusCode, body } = await call(portal, path);
  return [statusCode, (JSON.parse(body) as { error?: string }).error];
};

const MESSAGE = 'The service cannot be reached. Please try again later.';

test('passes method, path, query, body, and its type on, below the address', async () => {
  const { portal, backEnd } = await start({ path: '/v1/' });
  const bodies: string[] = [];
  backEnd.respond = (request, response) =>
    void text(request).then((body) => {
      bodies.push(body);
      response.writeHead(201, { 'content-type': 'application/json' }).end('{"id":7}');
    });
  const response = await portal.inject({
    method: 'PUT',
    url: '/account/api/orders/visits/a%2Fb?day=1&day=2',
    headers: { 'content-type': 'application/merge-patch+json' },
    payload: '{ "late" : true , oops',
  });
  expect([response.statusCode, response.json()]).toEqual([201, { id: 7 }]);
  const [{ method, url, headers } = { headers: {} }] = backEnd.requests;
  expect([method, url]).toEqual(['PUT', '/v1/visits/a%2Fb?day=1&day=2']);
  expect(headers['content-type']).toBe('application/merge-patch+json');
  expect(bodies).toEqual(['{ "late" : true , oops']);
});

test('never leaves the address', async () => {
  const { portal, backEnd } = await start({ path: '/v1' });
  const encoded = ['/..%2f..%2fadmin', '/%2E%2E%2fadmin', '/..%5cadmin', '/..;/admin', '/x/%2e%2e%2fadmin'];
  for (const path of ['/../admin', '/%2e%2e/admin', '/..%5cadmin/..\\..', '/x/../../v10', ...encoded])
    expect((await call(portal, path)).statusCode).toBe(404);
  expect((await portal.inject('/account/%61pi/orders/summary')).statusCode).toBe(404);
  expect(backEnd.requests).toEqual([]);
  await call(portal, '//evil.example/x');
  expect(backEnd.requests[0]?.url).toBe('/v1//evil.example/x');
});

test('sends no cookie and no token of the browser, and says who asks as the portal knows it', async () => {
  const { portal, backEnd } = await start();
  await portal.inject({
    url: '/account/api/orders/summary',
    remoteAddress: '192.0.2.7',
    headers: {
      'accept-language': 'de',
      authorization: 'Bearer forged',
      cookie: 'session_token=secret',
      forwarded: 'for=198.51.100.1',
      'x-forwarded-for': '198.51.100.1',
      'x-forwarded-host': 'evil.example',
      'x-xsrf-token': 'secret',
      'x-user': 'somebody',
      connection: 'x-hop',
      'x-hop': '1',
    },
  });
  const { headers } = backEnd.requests[0] ?? { headers: {} };
  expect(headers).toMatchObject({
    'accept-language': 'de',
    'x-forwarded-for': '192.0.2.7',
    'x-forwarded-host': 'portal.test',
    'x-forwarded-proto': 'http',
    authorization: expect.stringMatching(/^Bearer ey/),
  });
  expect(JSON.stringify(headers)).not.toMatch(/secret|forged|evil|198\.51|somebody|x-hop/);
});

test('passes back status and data, and neither cookies nor other headers', async () => {
  const { portal, backEnd } = await start();
  backEnd.respond = (_request, response) =>
    response
      .writeHead(422, {
        'content-type': 'application/problem+json',
        'content-language': 'de',
        'set-cookie': ['session_token=taken; Path=/'],
        'access-control-allow-origin': '*',
        'clear-site-data': '"*"',
        'cache-control': 'public, max-age=60',
        'x-xsrf-token': 'forged',
      })
      .end('{"message":"Choose another day."}');
  const { statusCode, headers, body } = await call(portal);
  expect([statusCode, body]).toEqual([422, '{"message":"Choose another day."}']);
  const { date: _, connection: __, ...passed } = headers;
  expect(passed).toEqual({
    'content-type': 'application/problem+json',
    'content-language': 'de',
    'content-length': '33',
  });
});

test('a back end that hangs, also amid its response, is cut off', async () => {
  const { portal, backEnd } = await start({ timeoutMs: 100 });
  backEnd.respond = () => {};
  expect(await outcomeOf(portal)).toEqual([504, 'too-slow']);
  // A byte now and then does not extend the time.
  backEnd.respond = (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    const dripping = setInterval(() => response.write(' '), 20);
    response.on('close', () => clearInterval(dripping));
  };
  expect(await outcomeOf(portal)).toEqual([504, 'too-slow']);
});

test('a response of 100 MB is cut off, with or without its length', async () => {
  const { portal, backEnd } = await start();
  const part = Buffer.alloc(1024 * 1024, ' ');
  let sent = 0;
  for (const headers of [{ 'content-length': 100 * part.length }, {}]) {
    sent = 0;
    backEnd.respond = (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json', ...headers });
      const send = () => {
        while (sent++ < 100 && response.write(part));
      };
      response.on('drain', send);
      send();
    };
    expect(await outcomeOf(portal)).toEqual([502, 'too-large']);
    expect(sent).toBeLessThan(50);
  }
});

test('a request of more than a megabyte is refused', async () => {
  const { portal, backEnd } = await start();
  const payload = Buffer.alloc(1024 * 1024 + 1);
  const url = '/account/api/orders/summary';
  expect((await portal.inject({ method: 'POST', url, payload })).statusCode).toBe(413);
  expect(backEnd.requests).toEqual([]);
});

test.each([
  ['a redirect', 302, { location: 'https://evil.example/' }, 502, 'redirect'],
  ['a page', 200, { 'content-type': 'text/html; charset=utf-8' }, 502, 'not-json'],
  ['a page that says 404', 404, { 'content-type': 'text/html' }, 404, 'not-json'],
  ['a script', 200, { 'content-type': 'text/javascript' }, 502, 'not-json'],
  // A 401 of the portal's own would sign the customer out.
  ['401, because it does not accept the token', 401, {}, 502, 'token-refused'],
])('%s does not reach the page', async (_, status, headers, shown, error) => {
  const { portal, backEnd } = await start();
  backEnd.respond = (_request, response) => response.writeHead(status, headers).end('<script>1</script>');
  const response = await call(portal);
  expect([response.statusCode, response.json()]).toEqual([
    shown,
    { success: false, message: MESSAGE, error },
  ]);
  expect(response.headers).not.toHaveProperty('location');
});

test('names what is missing: the address of a back end, or the back end at it', async () => {
  const { portal, backEnd } = await start();
  for (const name of ['invoices', 'nobody']) {
    const response = await portal.inject(`/account/api/${name}/summary`);
    expect([response.statusCode, response.json()]).toEqual([
      404,
      { success: false, message: MESSAGE, error: 'no-address' },
    ]);
  }
  await backEnd.close();
  expect(await outcomeOf(portal)).toEqual([502, 'unreachable']);
});

test('after five outages in a row, the back end rests for ten seconds; then one more is enough', async () => {
  const clock = jest.spyOn(Date, 'now');
  const { portal, backEnd } = await start();
  const now = Date.now();
  const fail = (status: number) => {
    backEnd.respond = (_request, response) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end('{"message":"Sorry."}');
  };
  const hangUp = () => void (backEnd.respond = ({ socket }) => socket.destroy());
  fail(500);
  for (let failure = 1; failure <= 9; failure++) expect((await call(portal)).json().message).toBe('Sorry.');
  hangUp();
  for (let failure = 1; failure <= 5; failure++)
    expect(await outcomeOf(portal)).toEqual([502, 'unreachable']);

  clock.mockReturnValue(now + 5_000);
  const asked = backEnd.requests.length;
  const resting = await call(portal);
  expect([resting.statusCode, resting.json().error]).toEqual([503, 'resting']);
  expect(Number(resting.headers['retry-after'])).toBeGreaterThan(1);
  expect(backEnd.requests).toHaveLength(asked);

  clock.mockReturnValue(now + 60_000);
  expect(await outcomeOf(portal)).toEqual([502, 'unreachable']);
  expect(await outcomeOf(portal)).toEqual([503, 'resting']);
  clock.mockReturnValue(now + 120_000);
  fail(200);
  expect((await call(portal)).statusCode).toBe(200);
  expect((await call(portal)).statusCode).toBe(200);
});

test('at most 32 calls wait for a back end, 8 of them of one customer', async () => {
  const { portal, backEnd } = await start();
  const waiting: (() => void)[] = [];
  backEnd.respond = (_request, response) =>
    waiting.push(() => response.setHeader('content-type', 'application/json').end('{}'));
  const callsOf = (customer: string, count: number) =>
    Array.from({ length: count }, () =>
      portal.inject({ url: '/account/api/orders/summary', headers: { 'x-test-customer': customer } }),
    );
  const calls = [...callsOf('ann', 10), ...['ben', 'cem', 'dora', 'eve'].flatMap((name) => callsOf(name, 8))];
  const busy = await Promise.race(calls);
  expect([busy.statusCode, busy.json().error]).toEqual([503, 'busy']);
  while (waiting.length < 32) await new Promise((later) => setTimeout(later, 10));
  for (const answer of waiting) answer();
  const outcomes = (await Promise.all(calls)).map(({ statusCode }) => statusCode);
  expect(outcomes.slice(0, 10).filter((status) => status === 200)).toHaveLength(8);
  expect(outcomes.filter((status) => status === 200)).toHaveLength(32);
});

test('a long response is compressed for the browser', async () => {
  const { portal, backEnd } = await start();
  backEnd.respond = (_request, response) =>
    response.setHeader('content-type', 'application/json').end(JSON.stringify('long '.repeat(1000)));
  const headers = { 'accept-encoding': 'gzip' };
  const response = await portal.inject({ url: '/account/api/orders/summary', headers });
  expect(response.headers['content-encoding']).toBe('gzip');
});
