import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import Fastify from 'fastify';
import { connections, endConnections, listen } from './connections';
import { errorResponses } from './errors';
import type { App, ValibotTypes } from './validation';

/** The default timeout is long, so that requests on a busy machine do not end with a 408. */
const portal = (requestMs = 30_000): App => {
  const timeouts = { headersMs: requestMs, requestMs, stopMs: 200, idleMs: 0 };
  const app = Fastify(connections(true, timeouts)).withTypeProvider<ValibotTypes>();
  errorResponses(app);
  endConnections(app, undefined, timeouts);
  app.post('/', async () => ({ success: true }));
  return app;
};

let app: App;
afterEach(() => app.close());

/** Sends bytes as they are and stays connected. */
const sendBytes = async (bytes: string) => {
  const { port, hostname } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  socket.write(bytes);
  return socket;
};

const host = 'Host: portal.test\r\n';
const incompleteBody = `POST / HTTP/1.1\r\n${host}Content-Type: application/json\r\nContent-Length: 9\r\n\r\n{"a`;

test.each([
  ['a made-up method', `STEAL / HTTP/1.1\r\n${host}\r\n`, '400 Bad Request'],
  [
    'a smuggled request with two lengths',
    `POST / HTTP/1.1\r\n${host}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    '400 Bad Request',
  ],
  [
    'oversized headers',
    `GET / HTTP/1.1\r\n${host}X: ${'x'.repeat(20_000)}\r\n\r\n`,
    '431 Request Header Fields Too Large',
  ],
  ['a TLS handshake', '\x16\x03\x01\x00\xa5\x01', '400 Bad Request'],
  ['incomplete headers', `GET / HTTP/1.1\r\nHo`, '408 Request Timeout'],
  ['an incomplete body', incompleteBody, '408 Request Timeout'],
])('answers %s like any other error, and closes the connection', async (_name, bytes, status) => {
  app = portal(status.startsWith('408') ? 200 : undefined);
  const answer = await text(await sendBytes(bytes));
  const [head = '', body = ''] = answer.split('\r\n\r\n');
  const [statusLine, ...headers] = head.split('\r\n');
  expect(statusLine).toBe(`HTTP/1.1 ${status}`);
  expect(headers).toEqual(
    expect.arrayContaining([
      'x-content-type-options: nosniff',
      'cross-origin-resource-policy: same-origin',
      'strict-transport-security: max-age=31536000',
      expect.stringMatching(/^x-request-id: [\da-f-]{36}$/),
    ]),
  );
  expect(JSON.parse(body)).toEqual({ success: false, message: expect.stringMatching(/^[A-Z].*\.$/) });
});

test.each([
  ['an incomplete body', incompleteBody, 'request'],
  ['an incomplete header', 'GET / HTTP/1.1\r\nHo', 'connection'],
  ['nothing, as browsers do when they preconnect', '', 'connection'],
])('closing does not wait for a client that sent %s', async (_name, bytes, event) => {
  app = portal();
  const arrived = once(app.server, event);
  const socket = await sendBytes(bytes);
  socket.resume();
  await arrived;
  const ended = once(socket, 'close');
  await app.close();
  await ended;
});

test('closing after draining answers one last request on an idle connection', async () => {
  const draining = new AbortController();
  const timeouts = { headersMs: 30_000, requestMs: 30_000, stopMs: 30_000, idleMs: 30_000 };
  app = Fastify(connections(true, timeouts)).withTypeProvider<ValibotTypes>();
  endConnections(app, draining.signal, timeouts);
  app.get('/', async () => ({ success: true }));
  const socket = await sendBytes(`GET / HTTP/1.1\r\n${host}\r\n`);
  await once(socket, 'data');
  draining.abort();
  const closing = app.close();
  while (app.server.listening) await new Promise(setImmediate);
  socket.write(`GET / HTTP/1.1\r\n${host}\r\n`);
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 OK\r\nconnection: close/i);
  await closing;
});

test.each([
  ['203.0.113.1', /port 0 of 203\.0\.113\.1 \(EADDRNOTAVAIL\)\. Set HOST to an address of this machine/],
  ['portal.invalid', /port 0 of portal\.invalid \(\w+\)\. Set HOST/],
])('rejects HOST=%s with advice', async (host, advice) => {
  app = portal();
  await expect(listen(app, { host, port: 0 })).rejects.toThrow(advice);
  app = portal();
  const operations = { host, port: 0, prefix: 'OPERATIONS_' };
  await expect(listen(app, operations)).rejects.toThrow('Set OPERATIONS_HOST');
});
