import { once } from 'node:events';
import { createServer } from 'node:net';
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import { auditRequests } from '../../platform/audit/audit';
import { errorResponses } from '../../platform/http/errors';
import { startResettingServer } from '../../testing/kept-connections';
import { listenLocally } from '../../testing/listen-locally';
import { upstreamRoutes } from './upstream-calls';

const publicUrl = new URL('http://portal.example');

const closing: (() => unknown)[] = [];
afterEach(async () => {
  await Promise.all(closing.splice(0).map((close) => close()));
});

/** A server that answers calls under /api and records its requests. */
const startUpstream = async (respond: (upstream: FastifyInstance) => void) => {
  const requests: FastifyRequest[] = [];
  const upstream = Fastify({ forceCloseConnections: true });
  upstream.addHook('onRequest', async (request) => void requests.push(request));
  await upstream.register(async (api) => respond(api), { prefix: '/api' });
  closing.push(() => upstream.close());
  const address = await upstream.listen({ port: 0, host: '127.0.0.1' });
  return { requests, url: new URL(`${address}/api`) };
};

const startPortal = async (upstream: URL, { timeoutMs = 2000, embedOrigins = [] as string[] } = {}) => {
  const portal = Fastify({ bodyLimit: 64 * 1024 });
  auditRequests(portal, () => {});
  errorResponses(portal);
  await portal.register(upstreamRoutes, {
    upstream,
    publicUrl,
    embedOrigins,
    isEmbedded: embedOrigins.length > 0,
    timeoutMs,
  });
  closing.push(() => portal.close());
  return portal;
};

/** A portal in front of an upstream. */
const start = async (respond: (upstream: FastifyInstance) => void, options = {}) => {
  const { url, requests } = await startUpstream(respond);
  return { portal: await startPortal(url, options), url, requests };
};

const echo = (api: FastifyInstance) => {
  api.all('/*', async (request) => ({
    url: request.url,
    method: request.method,
    body: request.body ?? null,
  }));
};

test.each([
  ['POST', '/customer-login/email', { email: 'ann@example.com' }],
  ['GET', '/serviceOrder/get?serviceOrderNbr=HP-2026%2F07', undefined],
  ['POST', '/logout', undefined],
] as const)('passes %s %s on', async (method, url, payload) => {
  const { portal } = await start(echo);
  const response = await portal.inject({ method, url, ...(payload && { payload }) });
  expect(response.statusCode).toBe(200);
  expect(response.json()).toEqual({ url: `/api${url}`, method, body: payload ?? null });
});

test('passes nothing else on', async () => {
  const { portal, requests } = await start(echo);
  for (const path of ['/admin', '/serviceOrder', '/serviceOrder/get/../../admin', '/auth-check/x'])
    expect((await portal.inject(path)).statusCode).toBe(404);
  expect(requests).toEqual([]);
});

test('passes a body on byte by byte, with its content type', async () => {
  const { portal, requests } = await start((api) => {
    api.removeAllContentTypeParsers();
    api.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
    api.post('/customer-login/email', async (request) => ({ received: request.body }));
  });
  const payload = '{ "email" : "ann@example.com" , oops';
  const headers = { 'content-type': 'application/json; charset=utf-8' };
  const response = await portal.inject({ method: 'POST', url: '/customer-login/email', headers, payload });
  expect(response.json()).toEqual({ received: payload });
  expect(requests[0]?.headers['content-type']).toBe('application/json; charset=utf-8');
});

test('passes a file on, larger than other bodies', async () => {
  const { portal, requests } = await start((api) => {
    api.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: 2e6 }, (_request, body, done) =>
      done(null, body),
    );
    api.post('/orders/answer/files', async ({ body }) => ({
      id: '1',
      name: 'pump.jpg',
      size: Buffer.byteLength(body as Buffer),
    }));
  });
  const response = await portal.inject({
    method: 'POST',
    url: '/orders/answer/files',
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
    payload: Buffer.alloc(1e6),
  });
  expect(response.json()).toMatchObject({ size: 1e6 });
  expect(requests[0]?.headers['content-type']).toBe('multipart/form-data; boundary=x');
});

test('passes status, message and cookies back, with the cookies rewritten for the portal', async () => {
  const { portal } = await start((api) => {
    api.post('/customer-login/email/verify', async (_request, reply) =>
      reply
        .code(429)
        .header('retry-after', '30')
        .header('set-cookie', 'session_token=abc; Domain=erp.example; Path=/api; Secure; HttpOnly')
        .header('set-cookie', 'XSRF-TOKEN=def; Path=/api')
        .send({ success: false, message: 'Too many attempts' }),
    );
  });
  const response = await portal.inject({ method: 'POST', url: '/customer-login/email/verify', payload: {} });
  expect(response.statusCode).toBe(429);
  expect(response.headers['retry-after']).toBe('30');
  expect(response.headers['set-cookie']).toEqual([
    'session_token=abc; HttpOnly; Path=/',
    'XSRF-TOKEN=def; Path=/',
  ]);
  expect(response.json()).toEqual({ success: false, message: 'Too many attempts' });
});

test('passes on only the headers that the calls need, and the client address as the portal knows it', async () => {
  const { portal, url, requests } = await start(echo);
  const needed = {
    accept: 'application/json, text/plain, */*',
    'accept-encoding': 'gzip, br',
    'accept-language': 'de',
    origin: 'http://portal.example',
    'sec-fetch-site': 'same-origin',
    traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
    tracestate: 'acme=1',
    'user-agent': 'Mozilla/5.0',
    'x-xsrf-token': 'def',
  };
  await portal.inject({
    url: '/auth-check',
    remoteAddress: '192.0.2.7',
    headers: {
      ...needed,
      host: 'evil.example',
      'x-forwarded-host': 'evil.example',
      'x-forwarded-for': '198.51.100.1',
      'x-forwarded-proto': 'https',
      'x-original-url': '/admin',
      authorization: 'Bearer abc',
      forwarded: 'for=198.51.100.1',
      connection: 'x-secret',
      'x-secret': 'one hop only',
    },
  });
  expect(requests[0]?.headers).toEqual({
    ...needed,
    connection: 'keep-alive',
    host: url.host,
    'x-forwarded-for': '192.0.2.7',
    'x-forwarded-host': 'portal.example',
    'x-forwarded-proto': 'http',
  });
});

test('keeps the portal’s own cookies to itself', async () => {
  const { portal, requests } = await start(echo);
  const cookieSent = async (cookie: string) => {
    await portal.inject({ url: '/auth-check', headers: { cookie } });
    return requests.at(-1)?.headers.cookie;
  };
  expect(
    await cookieSent('portal_visitor=abc; session_token=a; portal_preview=orders@1; erp=b; XSRF-TOKEN=c'),
  ).toBe('session_token=a; erp=b; XSRF-TOKEN=c');
  expect(await cookieSent('portal_visitor=abc')).toBeUndefined();
});

test('passes back only the headers that the calls need', async () => {
  const { portal } = await start((api) => {
    api.get('/auth-check', async (_request, reply) =>
      reply
        .headers({
          'cache-control': 'public, max-age=60',
          'clear-site-data': '"*"',
          'content-language': 'de',
          'content-security-policy': 'default-src *',
          'retry-after': '30',
          server: 'ERP/1.0',
          'x-xsrf-token': 'forged',
        })
        .code(429)
        .send({ success: false, message: 'Wait' }),
    );
  });
  const response = await portal.inject('/auth-check');
  const { connection: _, date: __, ...passed } = response.headers;
  expect(response.json()).toEqual({ success: false, message: 'Wait' });
  expect(passed).toEqual({
    'content-language': 'de',
    'content-length': '34',
    'content-type': 'application/json; charset=utf-8',
    'retry-after': '30',
  });
});

test.each(['text/html; charset=utf-8', 'image/svg+xml', 'text/javascript'])(
  'passes no body of %s back',
  async (type) => {
    let status = 200;
    const { portal } = await start((api) => {
      api.get('/auth-check', async (_request, reply) =>
        reply.code(status).type(type).send('<script>1</script>'),
      );
    });
    const found = await portal.inject('/auth-check');
    expect([found.statusCode, found.json()]).toEqual([
      502,
      { success: false, message: 'The service cannot be reached. Please try again later.' },
    ]);
    status = 401;
    const refused = await portal.inject('/auth-check');
    expect([refused.statusCode, refused.body]).toEqual([401, '']);
    expect(refused.headers).not.toHaveProperty('content-type');
  },
);

test('passes a type back as the portal’s own, whatever the upstream wrote', async () => {
  const { portal } = await start((api) => {
    api.get('/auth-check', async (_request, reply) => {
      // Fastify would set its own charset.
      reply.hijack().raw.writeHead(200, { 'content-type': 'application/json;, text/html' }).end('{}');
    });
  });
  const { headers, body } = await portal.inject('/auth-check');
  expect([headers['content-type'], body]).toEqual(['application/json; charset=utf-8', '{}']);
});

test('sends a GET on a kept connection that the upstream resets again, once; a POST is not', async () => {
  const server = await startResettingServer();
  closing.push(server.close);
  const portal = await startPortal(server.url);
  const call = async (method: 'GET' | 'POST', url: string) => {
    const { statusCode } = await portal.inject({ method, url });
    // The library keeps the connection once it has read the response to its end.
    await new Promise(setImmediate);
    return statusCode;
  };
  expect(await call('GET', '/auth-check')).toBe(200);
  expect(await call('GET', '/auth-check')).toBe(200);
  expect(await call('POST', '/logout')).toBe(502);
  expect(server.methods).toEqual(['GET', 'GET', 'GET', 'POST']);
});

test.each([
  ['another site', { 'sec-fetch-site': 'cross-site' }],
  ['another site in a browser that sends only Origin', { origin: 'https://evil.example' }],
])('rejects a POST from %s', async (_, headers) => {
  const { portal, requests } = await start(echo);
  const response = await portal.inject({ method: 'POST', url: '/logout', headers });
  expect(response.statusCode).toBe(403);
  expect(response.json()).toMatchObject({ success: false });
  expect(requests).toEqual([]);
  const own = await portal.inject({ method: 'POST', url: '/logout', headers: { origin: publicUrl.origin } });
  expect(own.statusCode).toBe(200);
});

test.each([
  ['XSRF-TOKEN=a%3D', 'a='],
  ['XSRF-TOKEN=%E6%97%A5; XSRF-TOKEN=b', 'b'],
  ['XSRF-TOKEN=%E6%97%A5', undefined],
])(
  'with %s, a response without a new token repeats %s, which another tab may have got',
  async (cookie, token) => {
    const { portal } = await start(echo);
    const { statusCode, headers } = await portal.inject({ url: '/auth-check', headers: { cookie } });
    expect(statusCode).toBe(200);
    expect(headers['x-xsrf-token']).toBe(token);
  },
);

test('an embedding site can send a POST, gets partitioned cookies, and reads the token from a header', async () => {
  const site = { origin: 'https://acme.example', 'sec-fetch-site': 'same-site' };
  const { portal } = await start(
    (api) => {
      api.post('/logout', async (_request, reply) =>
        reply.header('set-cookie', ['session_token=; Max-Age=0; SameSite=Lax', 'XSRF-TOKEN=next']).send({}),
      );
    },
    { embedOrigins: [site.origin] },
  );
  const logout = (more: object) =>
    portal.inject({ method: 'POST', url: '/logout', headers: { ...site, ...more } });
  const { statusCode, headers } = await logout({ cookie: 'session_token=before' });
  expect(statusCode).toBe(200);
  expect(headers['x-xsrf-token']).toBe('next');
  expect(headers['set-cookie']).toEqual([
    'session_token=; Max-Age=0; Path=/',
    'session_token=; Max-Age=0; Path=/; Secure; SameSite=None; Partitioned',
    'XSRF-TOKEN=next; Path=/; Secure; SameSite=None; Partitioned',
  ]);
  // On a cross-site request, the browser has no earlier cookie and would warn about deleting it.
  const elsewhere = await logout({ cookie: 'session_token=now', 'sec-fetch-site': 'cross-site' });
  expect(elsewhere.headers['set-cookie']).toHaveLength(2);
});

test('does not follow redirects', async () => {
  const { portal, requests } = await start((api) => {
    api.get('/auth-check', async (_request, reply) => reply.redirect('/api/somewhere'));
  });
  expect((await portal.inject('/auth-check')).statusCode).toBe(302);
  expect(requests).toHaveLength(1);
});

test('answers 502 when the upstream hangs up, and when it is down', async () => {
  const server = createServer((socket) => socket.once('data', () => socket.destroy()));
  const portal = await startPortal(new URL(await listenLocally(server)));
  const unreachable = { success: false, message: 'The service cannot be reached. Please try again later.' };
  for (const state of ['hangs up', 'down']) {
    if (state === 'down') await once(server.close(), 'close');
    const response = await portal.inject('/auth-check');
    expect([response.statusCode, response.json()]).toEqual([502, unreachable]);
  }
});

test('answers 504 when the upstream does not respond', async () => {
  const { portal } = await start(
    (api) => {
      api.get('/auth-check', () => new Promise(() => {}));
    },
    { timeoutMs: 100 },
  );
  const response = await portal.inject('/auth-check');
  expect(response.statusCode).toBe(504);
  expect(response.json()).toEqual({
    success: false,
    message: 'The service is taking too long to respond. Please try again later.',
  });
});
