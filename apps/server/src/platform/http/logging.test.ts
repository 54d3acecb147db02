import { Writable } from 'node:stream';
import Fastify from 'fastify';
import { sentenceOf, logging, logRequests, requestIds } from './logging';
import type { App, ValibotTypes } from './validation';

/** Behind a proxy on this machine. @returns the log of one request */
const logOf = async (request: { url: string; headers?: Record<string, string>; remoteAddress?: string }) => {
  const lines: string[] = [];
  const write = (line: string) => void lines.push(line);
  const app: App = Fastify({
    ...logging('info', Object.assign(new Writable(), { write })),
    trustProxy: 'loopback, 10.0.0.0/8',
    genReqId: requestIds('loopback, 10.0.0.0/8'),
  }).withTypeProvider<ValibotTypes>();
  logRequests(app);
  app.get('/service-order/:orderNbr', async () => 'An order');
  await app.inject(request);
  return lines.join('');
};

test('one line for each request, with neither query, cookies, nor client address', async () => {
  const text = await logOf({
    // Not a number: timestamps and process ids can contain any digits.
    url: '/service-order/000019?code=c0de-of-ann',
    headers: {
      cookie: 'session_token=secret',
      'x-xsrf-token': 'token',
      'x-forwarded-for': '203.0.113.7',
      traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
    },
  });
  expect(JSON.parse(text)).toMatchObject({
    level: 30,
    method: 'GET',
    route: '/service-order/:orderNbr',
    path: '/service-order/000019',
    status: 200,
    ms: expect.any(Number),
    network: '203.0.113.0/24',
    trace_id: '0af7651916cd43dd8448eb211c80319c',
    msg: 'request',
  });
  expect(text).not.toMatch(/c0de-of-ann|secret|token|203\.0\.113\.7/);
});

const OWN = /^[\da-f]{8}-[\da-f-]{27}$/;
const GIVEN = '7f3a9c0e5b1d4e2f8a6b7c8d9e0f1a2b';

test.each([
  ['a trusted proxy gave', '10.1.2.3', GIVEN, GIVEN],
  ['it makes itself, if a client', '203.0.113.7', GIVEN, expect.stringMatching(OWN)],
  ['it makes itself, if the proxy passes on text', '10.1.2.3', 'ann@example.com', expect.stringMatching(OWN)],
])('a request has the id that %s', async (_who, remoteAddress, id, expected) => {
  const text = await logOf({ url: '/', remoteAddress, headers: { 'x-request-id': id } });
  expect(JSON.parse(text)).toMatchObject({ reqId: expected });
});

test('a terminal shows a line of the log as a sentence, with its cause', () => {
  const origin = { time: 1772704800000, pid: 1, hostname: 'portal-1', reqId: '0f0c' };
  const shown = (fields: object) => sentenceOf(`${JSON.stringify({ ...origin, ...fields })}\n`);
  expect(shown({ level: 40, msg: 'waiting for the database' })).toBe('Warning: waiting for the database\n');
  expect(shown({ level: 40, msg: 'message delayed', attempts: 2, reason: 'mail: 451' })).toBe(
    'Warning: message delayed (attempts 2, reason mail: 451)\n',
  );
  const err = { type: 'Error', message: 'disk full', stack: 'Error: disk full\n    at write' };
  expect(shown({ level: 50, msg: 'cannot write AUDIT_LOG', err })).toBe(
    'Error: cannot write AUDIT_LOG: disk full\nError: disk full\n    at write\n',
  );
  const failure = { ...err, type: 'Failure' };
  expect(shown({ level: 50, msg: 'request failed', err: failure })).toBe(
    'Error: request failed: disk full\n',
  );
  expect(sentenceOf('no JSON\n')).toBe('no JSON\n');
});
