import type { Page, Request } from '@playwright/test';
import { expect, test } from '../support/test';

const DATA: [path: (orders: string) => string, text: string, call: string][] = [
  [() => '/service-orders', 'My Service Orders', '/serviceOrder/list'],
  [(orders) => `/service-order/${orders}8`, 'heat exchanger', '/serviceOrder/get'],
  [() => '/notification-preferences', 'Receive Email Notifications', '/serviceOrder/get-notification-status'],
];

for (const [path, text, call] of DATA)
  test(`${call} is requested once, while the scripts load`, async ({ page, customer, signIn }) => {
    await signIn(customer.email);
    const sent: Request[] = [];
    page.on('request', (request) => void sent.push(request));
    const isTo = (api: string) => (request: Request) => new URL(request.url()).pathname === api;
    const asked = Promise.all(['/auth-check', call].map((api) => page.waitForRequest(isTo(api))));
    // The shell arrives after the calls have been sent.
    await page.route('**/shell.js', async (route) => {
      await asked;
      await route.continue();
    });
    await page.goto(path(customer.orders));
    await expect(page.getByText(text).first()).toBeVisible();
    for (const api of ['/auth-check', call]) {
      const requests = sent.filter(isTo(api));
      expect(requests).toHaveLength(1);
      // Specification section 6, for the first calls of a page, too.
      const headers = await requests[0]?.allHeaders();
      expect(headers).toMatchObject({ accept: 'application/json, text/plain, */*' });
      expect(headers?.['x-xsrf-token']).toMatch(/.+/);
    }
  });

/** Keeps the link that a press is on, and whether the portal leaves it to the browser, as for a new tab. */
const watchPresses = (page: Page) =>
  page.evaluate(() =>
    document.addEventListener('click', ({ target, defaultPrevented, isTrusted }) => {
      const link = target instanceof HTMLAnchorElement && target.pathname;
      if (isTrusted) Object.assign(window, { press: { link, defaultPrevented } });
    }),
  );

const lastPress = (page: Page) => page.evaluate<unknown>('globalThis.press');

test('all of a row or card opens its order, with Control or Command in a new tab', async ({
  page,
  customer,
  signIn,
}) => {
  await signIn(customer.email);
  const order = `/service-order/${customer.orders}8`;
  const corner = { position: { x: 6, y: 6 } };
  const row = page.getByRole('row').filter({ hasText: `${customer.orders}8` });
  await expect(row).toBeVisible();
  // Not the tab itself: Playwright reports one only after its first navigation, and may miss it on a busy machine.
  await watchPresses(page);
  await row.click({ ...corner, modifiers: ['ControlOrMeta'] });
  await expect.poll(() => lastPress(page)).toEqual({ link: order, defaultPrevented: false });
  await expect(page).toHaveURL('/service-orders');
  await page.setViewportSize({ width: 390, height: 800 });
  const card = page.getByRole('list', { name: 'My Service Orders' }).getByRole('listitem');
  await card.filter({ hasText: `${customer.orders}8` }).click(corner);
  await page.waitForURL(`**${order}`);
});

for (const width of [900, 1280])
  test(`the columns of the list leave the description 120 px at ${width} px`, async ({
    page,
    customer,
    signIn,
  }) => {
    await page.setViewportSize({ width, height: 800 });
    await signIn(customer.email);
    const header = page.getByRole('columnheader', { name: 'Description' });
    await expect(header).toBeVisible();
    const box = await header.boundingBox();
    expect(box?.width).toBeGreaterThanOrEqual(120);
  });

test('a press opens its order although a refresh renders the list between press and release', async ({
  page,
  customer,
  signIn,
}) => {
  await signIn(customer.email);
  const row = page.getByRole('row').filter({ hasText: `${customer.orders}6` });
  /** Presses the row, refreshes the list, and releases. */
  const pressWhile = async (change: (orders: object[]) => void, shown: RegExp) => {
    await page.route('**/serviceOrder/list', async (route) => {
      const response = await route.fetch();
      const orders = (await response.json()) as object[];
      change(orders);
      await route.fulfill({ response, json: orders });
    });
    await row.hover({ position: { x: 6, y: 6 } });
    await page.mouse.down();
    await page.getByRole('button', { name: 'Refresh' }).dispatchEvent('click', { bubbles: true });
    await expect(page.getByRole('row').filter({ hasText: shown })).toHaveCount(1);
    await page.mouse.up();
    await page.unroute('**/serviceOrder/list');
  };
  // Another order takes the place under the pointer, and must not open.
  const NEW = { ServiceOrderNbr: 'NEW-1', LastModifiedDateTime: '2026-04-01T10:00:00Z' };
  await watchPresses(page);
  await pressWhile((orders) => void orders.splice(-1, 1, NEW), /NEW-1/);
  await expect.poll(() => lastPress(page)).toMatchObject({ link: false });
  await page.reload();
  const change = (orders: object[]) => {
    for (const order of orders) Object.assign(order, { Status: 'Waiting for Permit' });
  };
  await pressWhile(change, new RegExp(`${customer.orders}6.*Waiting for Permit`));
  await expect(page).toHaveURL(`/service-order/${customer.orders}6`);
});

test('the HTML of events is shown, its scripts do not run, and an entry of frames does not break the screen', async ({
  page,
  customer,
  signIn,
}) => {
  const reports: unknown[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/telemetry')) reports.push(request.postDataJSON());
  });
  await signIn(customer.email, `/service-order/${customer.orders}8`);
  const log = page.getByRole('region', { name: 'Event Log' });
  await expect(log.getByText('heat exchanger')).toBeVisible();
  await expect(log.getByRole('cell', { name: 'HX-200' })).toBeVisible();
  await expect(log.getByText('Careful')).toBeVisible();
  await expect(log.getByRole('heading', { name: 'Frames' })).toBeVisible();
  await expect(page).not.toHaveTitle(/hacked/);
  await expect(page.locator('main [onclick], main [onerror], main script')).toHaveCount(0);
  const picture = log.getByRole('img', { name: 'Plan of the cellar' });
  await picture.scrollIntoViewIfNeeded();
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth))
    .toBe(1);
  expect(reports).not.toContainEqual(expect.objectContaining({ event: 'crashed' }));
});

test('an entry with 10,000 levels does not break the screen', async ({ page, customer, signIn }) => {
  await signIn(customer.email);
  const events = [
    { summary: 'Huge', body: '<div>'.repeat(10_000) + 'Deep words' },
    { summary: 'Usual', body: '<p>It is repaired.</p>' },
  ];
  await page.route('**/serviceOrder/get?**', (route) =>
    route.fulfill({ json: [{ ServiceOrderNbr: '1', events }] }),
  );
  await page.goto('/service-order/1');
  await expect(page.getByText('It is repaired.')).toBeVisible({ timeout: 60_000 });
  await expect(page.getByRole('heading', { name: 'Huge' })).toBeVisible();
});

test('visits are in the company’s time zone, which is named, and the next follows once one is over', async ({
  page,
  customer,
  signIn,
}) => {
  await signIn(customer.email);
  await page.clock.install({ time: new Date('2026-11-28T12:00:00Z') });
  await page.route('**/service-orders', async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace('"brand":{', '"brand":{"timeZone":"America/Los_Angeles",');
    await route.fulfill({ response, body });
  });
  const events = [
    { created_at: '2026-12-03T00:00:00Z', ends_at: '2026-12-03T01:30:00Z' },
    { created_at: '2026-12-08T16:00:00Z' },
    { created_at: '2026-12-10' },
  ];
  await page.route('**/serviceOrder/list', (route) =>
    route.fulfill({ json: [{ ServiceOrderNbr: 'V1', Date: '2026-12-09T00:00:00+00:00', events }] }),
  );
  await page.goto('/service-orders');
  const next = page.getByText(/^Next: /);
  // Some versions of ICU insert narrow no-break spaces.
  await expect(next).toHaveText(/^Next: Wed, Dec 2, 4:00\s–\u2060\s5:30\sPM\sPST$/);
  await page.clock.fastForward(Date.parse('2026-12-03T01:31:00Z') - Date.parse('2026-11-28T12:00:00Z'));
  await expect(next).toHaveText(/^Next: Tue, Dec 8, 8:00\sAM\sPST$/);
});
