import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import Fastify from 'fastify';
import { deriveKeys } from '../../platform/crypto/keys';
import { errorResponses } from '../../platform/http/errors';
import { startBackEnd } from '../../testing/back-end';
import { startResettingServer } from '../../testing/kept-connections';
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

const start = async ({
  path = '',
  timeoutMs = 5_000,
  url,
}: { path?: string; timeoutMs?: number; url?: URL } = {}) => {
  const backEnd = await startBackEnd();
  const portal = Fastify();
  portal.decorateRequest('audit', () => {});
  errorResponses(portal);
  await portal.register(
    async (scope) => {
      const backEnds = createBackEnds({
        config: { baseUrl: 'http://portal.test/account' },
        keys: deriveKeys(randomBytes(32)),
        choices: { orders: { api: new URL(path, url ?? backEnd.url) }, invoices: {} },
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
  // A raw `#`, which only a client that is no browser sends, would end the path.
  const { port } = new URL(await portal.listen());
  const raw = async (path: string) => {
    const socket = connect(Number(port), '127.0.0.1');
    socket.write(`GET /account/api/orders${path} HTTP/1.1\r\nhost: portal\r\nconnection: close\r\n\r\n`);
    return text(socket);
  };
  for (const path of ['/..#/x', '/x/../..#x?y', '/..%23', '/%2e%2e#', '/a#/../b'])
    expect((await raw(path)).split('\r\n', 1)).toEqual([
      path === '/..%23' ? 'HTTP/1.1 200 OK' : 'HTTP/1.1 404 Not Found',
    ]);
  expect(backEnd.requests.splice(0).map(({ url }) => url)).toEqual(['/v1/..%23']);
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
        'content-disposition': 'attachment; filename="invoice.exe"',
        link: '</evil.css>; rel=stylesheet',
        location: 'https://evil.example/',
        refresh: '0; url=https://evil.example/',
        'service-worker-allowed': '/',
        'cache-control': 'public, max-age=60',
        'x-xsrf-token': 'forged',
      })
      .end('{"message":"Choose another day."}');
  const { statusCode, headers, body } = await call(portal);
  expect([statusCode, body]).toEqual([422, '{"message":"Choose another day."}']);
  const { date: _, connection: __, ...passed } = headers;
  expect(passed).toEqual({
    'content-type': 'application/json; charset=utf-8',
    'content-language': 'de',
    'content-length': '33',
  });
});

test.each([
  ['application/json;, text/html', 'application/json; charset=utf-8'],
  ['application/json; charset=utf-8, text/html', 'application/json; charset=utf-8'],
  ['text/plain;charset=ISO-8859-1', 'text/plain; charset=iso-8859-1'],
  ['TEXT/JSON; a="text/html"', 'application/json; charset=utf-8'],
  [undefined, 'text/plain; charset=utf-8'],
])('a body of type %s reaches the browser as the portal’s own %s', async (type, shown) => {
  const { portal, backEnd } = await start();
  backEnd.respond = (_request, response) =>
    void (type ? response.setHeader('content-type', type) : response).end('<script>1</script>');
  const { statusCode, headers } = await call(portal);
  expect([statusCode, headers['content-type']]).toEqual([200, shown]);
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
  ['a document', 200, { 'content-type': 'application/pdf' }, 502, 'not-json'],
  ['data that is also a page', 200, { 'content-type': ['application/json', 'text/html'] }, 502, 'not-json'],
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

test('a customer whose calls fail, or wait, takes the back end from nobody else', async () => {
  const { portal, backEnd } = await start({ timeoutMs: 500 });
  backEnd.respond = ({ socket }) => socket.destroy();
  for (let failure = 1; failure <= 12; failure++)
    expect(await outcomeOf(portal)).toEqual([502, 'unreachable']);
  backEnd.respond = () => {};
  const url = '/account/api/orders/summary';
  const callsOf = (customer: string, count: number) =>
    Array.from({ length: count }, () => portal.inject({ url, headers: { 'x-test-customer': customer } }));
  const waiting = ['ann', 'ben', 'cem', 'dora', 'eve'].flatMap((name) => callsOf(name, 10));
  const busy = await Promise.race(waiting);
  expect([busy.statusCode, busy.json().error]).toEqual([503, 'busy']);
  while (backEnd.requests.length < 24 + 5 * 8) await new Promise((later) => setTimeout(later, 10));
  backEnd.respond = (_request, response) =>
    void response.setHeader('content-type', 'application/json').end('{}');
  expect((await portal.inject({ url, headers: { 'x-test-customer': 'fay' } })).statusCode).toBe(200);
  const outcomes = (await Promise.all(waiting)).map(({ statusCode }) => statusCode);
  expect(outcomes.filter((status) => status === 504)).toHaveLength(5 * 8);
});

test('a GET on a kept connection that the back end resets is sent again, once; a POST is not', async () => {
  const server = await startResettingServer();
  closing.push(server.close);
  const { portal } = await start({ url: server.url });
  for (const method of ['GET', 'GET', 'POST'] as const) {
    const response = await portal.inject({ method, url: '/account/api/orders/summary' });
    expect([method, response.statusCode]).toEqual([method, method === 'GET' ? 200 : 502]);
  }
  expect(server.methods).toEqual(['GET', 'GET', 'GET', 'POST']);
});

test('a long response is compressed for the browser', async () => {
  const { portal, backEnd } = await start();
  backEnd.respond = (_request, response) =>
    response.setHeader('content-type', 'application/json').end(JSON.stringify('long '.repeat(1000)));
  const headers = { 'accept-encoding': 'gzip' };
  const response = await portal.inject({ url: '/account/api/orders/summary', headers });
  expect(response.headers['content-encoding']).toBe('gzip');
});
