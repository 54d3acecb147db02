import Fastify from 'fastify';
import { version } from '../../../package.json';
import { startReleasedPortal } from '../../testing/released-portal';
import { shellRelease } from '../../testing/releases';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  await Promise.all(closing.splice(0).map((close) => close()));
});

const startUpstream = async () => {
  const server = Fastify({ forceCloseConnections: true });
  server.get('/auth-check', async (_request, reply) =>
    reply.header('set-cookie', 'XSRF-TOKEN=abc; Path=/; Domain=erp.example').send({ url: 'seen' }),
  );
  server.get('/serviceOrder/list', async (_request, reply) =>
    reply.code(401).headers({ 'cache-control': 'public', 'content-type': 'text/html' }).send('<h1>Sign in'),
  );
  closing.push(() => server.close());
  return new URL(await server.listen({ port: 0, host: '127.0.0.1' }));
};

/** The whole portal in front of an upstream. */
const startPortal = async (upstream: URL) => {
  const env = { PUBLIC_URL: 'https://portal.test/account', API_UPSTREAM: upstream.href };
  const portal = await startReleasedPortal(env);
  closing.push(portal.close);
  await portal.release(shellRelease());
  return portal;
};

test('answers calls under its own path, with cookies for that path', async () => {
  const { app: portal } = await startPortal(await startUpstream());
  const response = await portal.inject('/account/auth-check');
  expect(response.json()).toEqual({ url: 'seen' });
  expect(response.headers['set-cookie']).toEqual(['XSRF-TOKEN=abc; Path=/account; Secure']);
  expect(response.headers['cache-control']).toBe('no-store');
});

test('is ready, and reports whether the upstream answers', async () => {
  const upstream = await startUpstream();
  const { app: portal } = await startPortal(upstream);
  expect((await portal.inject('/readyz')).json()).toEqual({ success: true, version, upstream: 'answers' });
  await Promise.all(closing.splice(0, 1).map((close) => close()));
  const response = await portal.inject('/readyz');
  expect(response.statusCode).toBe(200);
  expect(response.json()).toEqual({ success: true, version, upstream: 'does not answer' });
});

test('old rows are deleted, as in a portal that answers itself', async () => {
  const { app, database } = await startPortal(await startUpstream());
  const hour = new Date(Date.now() - 31 * 24 * 3_600_000);
  const old = {
    name: 'shell',
    version: '1.0.0',
    period: 0,
    hour,
    what: 'shown',
    cause: '',
    count: 1,
  } as const;
  await database.insertInto('release_counts').values(old).execute();
  await app.listen({ port: 0, host: '127.0.0.1' });
  await app.close();
  expect(await database.selectFrom('release_counts').selectAll().execute()).toEqual([]);
});
