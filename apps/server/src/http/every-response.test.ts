import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { calls } from '@portal/api/wire';
import { startReleasedPortal } from '../testing/released-portal';
import { remoteRelease, shellRelease } from '../testing/releases';
import { startTestApp } from '../testing/test-app';
import type { App } from './validation';

/*
 * Tests every kind of answer over a socket: some requests reach no route, and some not even Fastify.
 */

type Portal = Awaited<ReturnType<typeof startReleasedPortal>> | Awaited<ReturnType<typeof startTestApp>>;

let portals: { portal: Portal; port: number }[];

const listen = async (app: App) => Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port);

beforeAll(async () => {
  const env = { PUBLIC_URL: 'https://portal.test', ALLOW_LOCAL_REMOTES: 'true' };
  const released = await startReleasedPortal(env);
  await released.release(shellRelease());
  await released.release(remoteRelease('orders'));
  const own = await startTestApp({ PUBLIC_URL: 'https://portal.test' });
  portals = [
    { portal: released, port: await listen(released.app) },
    { portal: own, port: await listen(own.app) },
  ];
});
afterAll(() => Promise.all(portals.map(({ portal }) => portal.close())));

const exchange = async (port: number, bytes: string) => {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  socket.write(bytes);
  const [head = '', ...body] = (await text(socket)).split('\r\n\r\n');
  return { head, answer: [head, ...body].join('\n') };
};

const request = (method: string, target: string, headers: Record<string, string>, body = '') =>
  [
    `${method} ${target} HTTP/1.1`,
    ...Object.entries({ connection: 'close', 'content-length': String(body.length), ...headers }).map(
      (header) => header.join(': '),
    ),
    '',
    body,
  ].join('\r\n');

const requestOf = (path: string, method = 'GET', headers: Record<string, string> = {}) =>
  [path, request(method, path, { host: 'portal.test', ...headers })] as const;

const html = { accept: 'text/html' };

const requests = [
  ...Object.values(calls).map(({ method, path }) => requestOf(path, method)),
  ...['/healthz', '/readyz', '/openapi.json', '/registry.json', '/embed.json', '/embed.js'].map((path) =>
    requestOf(path),
  ),
  requestOf('/releases/orders/1.0.0/screens.js'),
  requestOf('/', 'GET', html),
  requestOf('/orders?preview=orders@1.1.0', 'GET', html),
  requestOf('/telemetry', 'POST'),
  requestOf('/nothing/here'),
  requestOf('/nothing', 'DELETE'),
  requestOf('*', 'OPTIONS'),
  ['an undecodable URL', requestOf('/%E0%A4%A')[1]],
  ['an unknown Expect header', requestOf('/auth-check', 'GET', { expect: 'the-unexpected' })[1]],
  ['no Host header', request('GET', '/auth-check', {})],
] as const;

test.each(requests)('%s: the answer has the common headers and a request id', async (_name, bytes) => {
  for (const { port } of portals) {
    const { head } = await exchange(port, bytes);
    for (const header of [
      'x-content-type-options: nosniff',
      'referrer-policy: same-origin',
      'cross-origin-opener-policy: same-origin',
      'strict-transport-security: max-age=31536000',
    ])
      expect(head).toContain(header);
    expect(head).toMatch(/\r\nx-request-id: [\da-f-]{36}(\r\n|$)/);
    expect(head).toMatch(/\r\ncross-origin-resource-policy: (same|cross)-origin(\r\n|$)/);
  }
});

const foreign = { host: 'evil.test', 'x-forwarded-host': 'evil.test', 'x-forwarded-proto': 'gopher' };

const targets = [
  ...Object.values(calls).map(({ method, path }) => [method, path] as const),
  ['POST', '/telemetry'] as const,
  ...[
    ...['/', '/orders', '/healthz', '/readyz', '/openapi.json', '/registry.json', '/embed.json', '/embed.js'],
    ...['/?preview=off', '/orders/?preview=orders@1.1.0', '/releases/orders/1.0.0/screens.js', '/nothing'],
  ].map((path) => ['GET', path] as const),
];

test.each(targets)(
  '%s %s: reflects neither Host, X-Forwarded-Host, nor an absolute URL',
  async (method, path) => {
    for (const { port } of portals)
      for (const target of [
        path,
        `http://evil.test${path}`,
        `https://evil.test:8443${path}`,
        `//evil.test${path}`,
      ]) {
        const { answer } = await exchange(port, request(method, target, { ...foreign, ...html }));
        expect(answer).toMatch(/^HTTP\/1\.1 \d{3} /);
        // A redirect to a path on this server may contain the name.
        expect(answer.replaceAll('\nlocation: /evil.test', '')).not.toMatch(/evil\.test|gopher/);
      }
  },
);
