import type { Page } from '@playwright/test';
import { createHash } from 'node:crypto';
import { EMBEDDED_URL, UNLISTED_URL, hostUrl, screenUrl } from '../support/addresses';
import { startHostServer } from '../support/host-server';
import { wholeJourney } from '../support/journey';
import { embeddedTest as test, expect, serve, servePortal, signInHere } from '../support/test';

const errorsIn = (page: Page): string[] => {
  const errors: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  return errors;
};

test('cookies of an embedded portal are partitioned by the embedding site', async ({
  page,
  context,
  customer,
}) => {
  await page.goto(hostUrl('plain'));
  await signInHere(page, customer.email);
  const cookies = (await context.cookies()).filter(({ value }) => value !== '');
  expect(cookies.map(({ name }) => name)).toContain('session_token');
  for (const cookie of cookies)
    expect(cookie, cookie.name).toMatchObject({
      domain: 'localhost',
      secure: true,
      sameSite: 'None',
      partitionKey: 'http://127.0.0.1',
    });

  // The portal's own page has another partition, without a session.
  await page.goto(EMBEDDED_URL);
  await expect(page.getByRole('button', { name: 'Send Code' })).toBeVisible();
});

test('an unlisted site is refused, with the reason on the page and in the console', async ({ page }) => {
  const errors = errorsIn(page);
  await page.goto(hostUrl('plain', '/account', UNLISTED_URL));
  await expect(page.getByRole('alert')).toContainText(`may not be shown on ${UNLISTED_URL}`);
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  await expect.poll(() => errors.join('\n')).toContain('EMBED_ORIGINS');
});

test('an unlisted site cannot act on behalf of a customer of a listed site', async ({
  page,
  customer,
  signIn,
}) => {
  await signIn(customer.email);
  await page.goto(hostUrl('plain', '/', UNLISTED_URL));
  const outcomes = await page.evaluate(
    (portal) =>
      Promise.all(
        ['/auth-check', '/serviceOrder/list', '/embed.json', '/registry.json'].map((path) =>
          fetch(portal + path, { credentials: 'include' }).then(
            ({ status }) => `${path} ${status}`,
            () => 'unreadable',
          ),
        ),
      ),
    EMBEDDED_URL,
  );
  expect(new Set(outcomes)).toEqual(new Set(['unreadable']));

  // A form could send the same request; the browser sees both origins as one site.
  await page.evaluate(async (url) => {
    // The browser may hide the answer; the request was sent.
    await fetch(url, { method: 'POST', mode: 'no-cors', credentials: 'include' }).catch(() => undefined);
  }, `${EMBEDDED_URL}/logout`);
  await page.goto(screenUrl('plain', 'browser', '/service-orders'));
  await expect(page.getByRole('heading', { name: 'My Service Orders' })).toBeVisible();
});

test('a page can pin the version of the element that it has reviewed', async ({
  page,
  request,
  customer,
}) => {
  const live = await request.get(`${EMBEDDED_URL}/embed.js`);
  const integrity = `sha384-${createHash('sha384')
    .update(await live.body())
    .digest('base64')}`;
  const pinned = { src: EMBEDDED_URL + (live.headers()['content-location'] ?? ''), integrity };
  await page.route('**/embed.js', (route) => route.abort());
  await page.goto(hostUrl('plain'));
  await page.unroute('**/embed.js');
  await page.evaluate((script) => {
    const attributes = { ...script, crossOrigin: 'anonymous' };
    document.head.append(Object.assign(document.createElement('script'), attributes));
  }, pinned);
  await signInHere(page, customer.email);
});

test.describe('below a path of the company’s own site', () => {
  const site = 4732;
  const origin = `http://localhost:${site}`;
  const portalUrl = `${origin}/portal`;
  const upstream = servePortal({ name: 'sub-path', port: 4710, environment: { PUBLIC_URL: portalUrl } });
  serve(() => startHostServer({ port: site, portalUrl, upstream }));

  test('the whole journey works, with cookies limited to that path', async ({ page, context, customer }) => {
    // Some sites have their own cookie of this name.
    await context.addCookies([{ name: 'XSRF-TOKEN', value: 'of-the-site', domain: 'localhost', path: '/' }]);
    await wholeJourney(page, customer, {
      page: hostUrl('plain', '/account', origin),
      screen: (path) => screenUrl('plain', 'browser', path, origin),
    });
    const all = await context.cookies(`${origin}/portal`);
    const cookies = all.filter(({ value }) => value !== 'of-the-site');
    expect(cookies.length).toBeGreaterThan(0);
    for (const cookie of cookies) expect(cookie).toMatchObject({ path: '/portal', sameSite: 'Lax' });
    expect(await context.cookies(origin)).toMatchObject([{ value: 'of-the-site' }]);
  });
});
