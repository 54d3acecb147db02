import { readFailures, readHealth } from '../releases/health-store';
import { readReleases } from '../releases/release-store';
import { startBackEnd } from '../../testing/back-end';
import { startReleasedPortal, type ReleasedPortal } from '../../testing/released-portal';
import { remoteRelease, shellRelease } from '../../testing/releases';

const CANARY = { version: '1.1.0', percent: 100 };
const SHOWN = { remote: 'orders', version: '1.1.0', event: 'shown', durationMs: 312.5 };
const FAILED = { ...SHOWN, event: 'fell-back', cause: 'chunk' };

const start = async (env: Record<string, string> = {}) => {
  const portal = await startReleasedPortal(env);
  await portal.release(shellRelease());
  await portal.release(remoteRelease('orders', { canary: CANARY }));
  return portal;
};

let portal: ReleasedPortal;
beforeAll(async () => void (portal = await start()));
afterAll(() => portal.close());

/** A browser that has opened the portal. */
const visit = async (ip?: string, on = portal) => {
  const browser = on.newBrowser(ip);
  await browser.get('/', { accept: 'text/html' });
  return browser;
};

/** What has been written down by the end of a portal. The database is closed after that. */
const endOf = async ({ app, database }: ReleasedPortal) => {
  await app.close();
  return {
    health: await readHealth(database, 'orders', 1),
    failures: await readFailures(database, 'orders'),
  };
};

describe('a report', () => {
  test.each(['application/json', 'text/plain', 'text/plain;charset=UTF-8'])(
    'is accepted as %s without a token, as beacons send it, and answered with 204',
    async (type) => {
      const browser = await visit();
      const headers = { 'content-type': type, 'x-xsrf-token': undefined };
      const response = await browser.post('/telemetry', SHOWN, headers);
      expect(response.statusCode).toBe(204);
      expect(response.body).toBe('');
      expect(response.headers['cache-control']).toBe('no-store');
    },
  );

  test.each<[string, unknown, number]>([
    ['it is not JSON', '{', 400],
    ['its event is unknown', { ...SHOWN, event: 'exploded' }, 400],
    ['it has an unknown field', { ...SHOWN, url: 'https://portal.test/service-order/1' }, 400],
    ['its message is too long', { ...FAILED, message: 'x'.repeat(301) }, 400],
    ['it is larger than 16 KB', { ...SHOWN, filler: 'x'.repeat(16_384) }, 413],
    ['its remote is unknown', { ...SHOWN, remote: 'billing' }, 404],
    ['its version is unknown', { ...SHOWN, version: '9.9.9' }, 404],
    ['its remote is a prototype property', { ...SHOWN, remote: 'constructor' }, 400],
  ])('is rejected with a message when %s', async (_, body, status) => {
    const response = await (await visit()).post('/telemetry', body, { 'content-type': 'application/json' });
    expect(response.statusCode).toBe(status);
    expect(response.json()).toEqual({ success: false, message: expect.stringMatching(/^[A-Z].*\.$/) });
  });

  test.each([
    ['Sec-Fetch-Site', { 'sec-fetch-site': 'cross-site' }],
    ['Origin', { 'sec-fetch-site': undefined, origin: 'https://evil.example' }],
  ])('is rejected from another site by %s', async (_, headers) => {
    const response = await (await visit()).post('/telemetry', SHOWN, headers);
    expect(response.statusCode).toBe(403);
  });

  test('is rejected when its network sends too many; other networks are not affected', async () => {
    const browser = await visit('203.0.113.66');
    const responses = await Promise.all(Array.from({ length: 601 }, () => browser.post('/telemetry', SHOWN)));
    const refused = responses.filter(({ statusCode }) => statusCode === 429);
    expect(refused).toHaveLength(1);
    expect(refused[0]?.headers['retry-after']).toBe('60');
    expect((await (await visit('203.0.113.67')).post('/telemetry', SHOWN)).statusCode).toBe(204);
  });
});

test('writes counts when the portal stops, without unknown browsers and previews', async () => {
  const stopping = await start();
  const [ann, ben] = [await visit(undefined, stopping), await visit(undefined, stopping)];
  for (const event of [SHOWN, SHOWN, FAILED]) await ann.post('/telemetry', event);
  await ben.get(`/${stopping.preview('orders', '1.1.0')}`, { accept: 'text/html' });
  await ben.post('/telemetry', FAILED);
  await stopping.newBrowser().post('/telemetry', FAILED);
  const { health } = await endOf(stopping);
  expect([...health.keys()]).toEqual(['1.1.0']);
  expect(health.get('1.1.0')).toMatchObject({ shown: 1, failed: 1, causes: { chunk: 1 } });
  await stopping.close();
});

test('counts nothing in development: no version of the dev server is stored', async () => {
  const devServer = await startBackEnd();
  const { versions } = remoteRelease('orders');
  devServer.respond = (_request, response) =>
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ orders: versions['1.0.0'] }));
  const developed = await startReleasedPortal({ DEV_SERVER: devServer.url.origin });
  const error = jest.spyOn(developed.app.log, 'error');
  const report = { ...SHOWN, version: '0.0.0-dev' };
  const headers = { cookie: `portal_visitor=${'a'.repeat(22)}` };
  const { statusCode } = await developed.newBrowser().post('/telemetry', report, headers);
  await developed.close();
  await devServer.close();
  expect(statusCode).toBe(204);
  expect(error).not.toHaveBeenCalled();
});

test('counts the pages that get a canary, without previews', async () => {
  const stopping = await start();
  const open = async (...paths: string[]) => {
    const browser = stopping.newBrowser();
    browser.cookies.set('session_token', 'any');
    for (const path of paths) await browser.get(path, { accept: 'text/html' });
  };
  await open('/orders', '/orders');
  await open('/orders');
  await open('/elsewhere');
  await open(`/${stopping.preview('orders', '1.1.0')}`, '/orders');
  const { health } = await endOf(stopping);
  expect([...health.keys()]).toEqual(['1.1.0']);
  expect(health.get('1.1.0')).toMatchObject({ shown: 0, failed: 0, opened: 2 });
  await stopping.close();
});

test('writes grouped failures when the portal stops, without data that identifies customers', async () => {
  const stopping = await start();
  const chrome = { 'user-agent': 'Mozilla/5.0 AppleWebKit/537.36 Chrome/131.0.0.0 Safari/537.36' };
  const place = 'https://portal.test/releases/orders/1.1.0/screens.js:1:234';
  const broken = { ...FAILED, cause: 'render', message: 'Error: no order 000019', stack: `at ${place}` };
  for (const order of ['000019', '000020']) {
    const message = `Error: no order ${order}`;
    await (await visit(undefined, stopping)).post('/telemetry', { ...broken, message }, chrome);
  }
  await (await visit(undefined, stopping)).post('/telemetry', { ...broken, event: 'retried' }, chrome);
  // A browser counts once, and only if it has opened a page.
  const ann = await visit(undefined, stopping);
  for (const event of ['fell-back', 'crashed'])
    await ann.post('/telemetry', { ...FAILED, event, message: 'Error: another' });
  await stopping.newBrowser().post('/telemetry', FAILED);
  const { failures } = await endOf(stopping);
  expect(failures).toMatchObject([
    { cause: 'chunk', message: 'Error: another', browsers: { 'another browser': 1 }, count: 1 },
    {
      cause: 'render',
      message: 'Error: no order …',
      stack: [{ name: 'orders', version: '1.1.0', file: 'screens.js', line: 1, column: 234 }],
      browsers: { 'Chrome 131': 2 },
      count: 2,
    },
  ]);
  await stopping.close();
});

test('rolls back a promoted version that fails on most first pages, when the portal stops', async () => {
  const failing = await start({ ROLL_BACK_AFTER: '3' });
  const promoted = { live: '1.1.0', previous: '1.0.0', promotedAt: new Date().toISOString() };
  await failing.release(remoteRelease('orders', promoted));
  failing.clock.now += 1000;
  for (const network of [1, 2, 3])
    await (await visit(`203.0.113.${network}`, failing)).post('/telemetry', FAILED);
  await failing.app.close();
  expect(await readReleases(failing.database)).toMatchObject([
    { name: 'orders', live: '1.0.0' },
    { name: 'shell' },
  ]);
  await failing.close();
});
