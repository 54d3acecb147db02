import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { calls } from '@portal/api/wire';
import { startReleasedPortal } from '../../testing/released-portal';
import { remoteRelease, shellRelease } from '../../testing/releases';
import { startTestApp } from '../../testing/test-app';
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

const expectCommonHeaders = (head: string) => {
  for (const header of [
    'x-content-type-options: nosniff',
    'referrer-policy: same-origin',
    'cross-origin-opener-policy: same-origin',
    'strict-transport-security: max-age=31536000',
  ])
    expect(head).toContain(header);
  expect(head).toMatch(/\r\nx-request-id: [\da-f-]{36}(\r\n|$)/);
  expect(head).toMatch(/\r\ncross-origin-resource-policy: (same|cross)-origin(\r\n|$)/);
};

const host = { host: 'portal.test' };

test.each([
  ['a method without a route', request('DELETE', '/nothing', host)],
  ['OPTIONS *', request('OPTIONS', '*', host)],
  ['an undecodable URL', request('GET', '/%E0%A4%A', host)],
])('the response to %s has the common headers and a request id', async (_name, bytes) => {
  for (const { port } of portals) expectCommonHeaders((await exchange(port, bytes)).head);
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
  '%s %s: has the common headers, and reflects neither Host, X-Forwarded-Host, nor an absolute URL',
  async (method, path) => {
    for (const { port } of portals)
      for (const target of [
        path,
        `http://evil.test${path}`,
        `https://evil.test:8443${path}`,
        `//evil.test${path}`,
      ]) {
        const bytes = request(method, target, { ...foreign, accept: 'text/html' });
        const { head, answer } = await exchange(port, bytes);
        expect(answer).toMatch(/^HTTP\/1\.1 \d{3} /);
        expectCommonHeaders(head);
        // A redirect to a path on this server may contain the name.
        expect(answer.replaceAll('\nlocation: /evil.test', '')).not.toMatch(/evil\.test|gopher/);
      }
  },
);
