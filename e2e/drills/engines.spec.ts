import { join } from 'node:path';
import { EMBEDDED_URL, HOST_URL, hostUrl, screenUrl } from '../support/addresses';
import { RUN_DIR } from '../support/directories';
import { expect, test } from '../support/engine-test';
import { startHostServer } from '../support/host-server';
import { startPortalProcess } from '../support/portal-process';
import { journey } from '../support/journey';

/** The first of four ports for each engine: their tests run side by side. */
const PORTS = { chromium: 4740, firefox: 4744, webkit: 4748 };

/**
 * A portal below a path of a site. A page of another origin embeds it, too. All share a host name, so every engine keeps
 * the cookies.
 */
let portalUrl = '';
let ownOrigin = '';
let otherOrigin = '';
const stops: (() => Promise<unknown>)[] = [];

// One worker for each engine: they share the servers.
test.describe.configure({ mode: 'default' });

test.beforeAll(async ({ engine }) => {
  const [site, other, port] = [0, 1, 2].map((place) => PORTS[engine] + place);
  ownOrigin = `http://localhost:${site}`;
  otherOrigin = `http://localhost:${other}`;
  portalUrl = `${ownOrigin}/portal`;
  stops.push(
    await startHostServer({ port: Number(site), portalUrl, upstream: `http://localhost:${port}` }),
    await startHostServer({ port: Number(other), portalUrl }),
    await startPortalProcess({
      port: Number(port),
      dataDir: join(RUN_DIR, `engine-${engine}`),
      environment: { PUBLIC_URL: portalUrl, EMBED_ORIGINS: otherOrigin },
    }),
  );
});
test.afterAll(async () => {
  for (const stop of stops.reverse()) await stop();
});

const placeAt = (origin: string) => ({
  page: hostUrl('plain', '/account', origin),
  screen: (path: string) => screenUrl('plain', 'browser', path, origin),
});

test('the whole journey works in the portal’s own page', async ({ visitor, customer }) => {
  await journey(visitor, customer, { page: portalUrl, screen: (path) => portalUrl + path });
});

test('the whole journey works in a page of the portal’s origin', async ({ visitor, customer }) => {
  await journey(visitor, customer, placeAt(ownOrigin));
});

test('the whole journey works in a page of another origin', async ({ visitor, customer }) => {
  await journey(visitor, customer, placeAt(otherOrigin));
});

test('the whole journey works in a page of another site', async ({ visitor, customer, engine }) => {
  test.skip(engine === 'webkit', 'WebKit keeps cookies for other sites over HTTPS only.');
  expect(new URL(HOST_URL).hostname).not.toBe(new URL(EMBEDDED_URL).hostname);
  await journey(visitor, customer, placeAt(HOST_URL));
});

test('the portal reports a browser that drops its cookies', async ({ visitor, customer, engine }) => {
  test.skip(
    engine !== 'webkit',
    'On this machine, the other engines keep cookies for other sites without HTTPS.',
  );
  for (const page of [EMBEDDED_URL, hostUrl('plain')]) {
    await visitor.open(page);
    await visitor.fill('Email', customer.email);
    await visitor.press('button', 'Send Code');
    await visitor.reads('your browser does not keep the cookies');
  }
});
