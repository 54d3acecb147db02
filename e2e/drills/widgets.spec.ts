import type { Page } from '@playwright/test';
import { join } from 'node:path';
import { RUN_DIR } from '../support/directories';
import { portalCommand, startPortalProcess } from '../support/portal-process';
import { untilServed } from '../support/published';
import { signInBrowser } from '../support/session';
import { startSignedInSite } from '../support/signed-in-site';
import { embeddedTest as test, expect, serve, type Customer } from '../support/test';
import { writeWidgetBuild, type WidgetBuild } from '../support/widget-builds';

const SITE_PORT = 4760;
const PORT = 4761;
const SITE = `http://127.0.0.1:${SITE_PORT}`;
const PORTAL = `http://localhost:${PORT}`;
const dataDir = join(RUN_DIR, 'widgets-portal');

test.describe.configure({ mode: 'serial' });

serve(async () => {
  const site = await startSignedInSite({ port: SITE_PORT, portalUrl: PORTAL });
  const stopPortal = await startPortalProcess({
    port: PORT,
    dataDir,
    environment: { EMBED_ORIGINS: SITE, HANDOVER_ISSUER: site.url, HANDOVER_JWKS_URL: site.keysUrl },
  });
  return () => Promise.all([stopPortal(), site.stop()]);
});

let releases = 0;

/** Makes a version of the widget live. */
const release = async (widget: WidgetBuild): Promise<void> => {
  releases += 1;
  const version = `${releases}.0.0`;
  const build = await writeWidgetBuild(widget);
  await portalCommand(PORTAL, 'publish', build, '--version', version, '--promote');
  await untilServed(PORTAL, 'warranty', version);
};

/** Opens the order that has events, and collects requests and layout shifts. */
const openOrder = async (page: Page, { email, orders }: Customer) => {
  const requests: string[] = [];
  page.on('request', (request) => requests.push(new URL(request.url()).pathname));
  await signInBrowser(page.context(), PORTAL, email);
  await page.addInitScript(() => {
    const shifts: number[] = [];
    Reflect.set(globalThis, 'shifts', shifts);
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push(Number(Reflect.get(entry, 'value')));
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.goto(`${PORTAL}/service-order/${orders}8`);
  await expect(page.getByText('heat exchanger')).toBeVisible();
  return {
    requests,
    shift: () =>
      page.evaluate(() =>
        (Reflect.get(globalThis, 'shifts') as number[]).reduce((sum, value) => sum + value, 0),
      ),
  };
};

const place = (page: Page) => page.getByRole('group', { name: 'Warranty' });

test('without widgets, the order’s page requests nothing for them', async ({ page, customer }) => {
  const { requests } = await openOrder(page, customer);
  expect(requests.filter((path) => /widgets|warranty/.test(path))).toEqual([]);
  await expect(place(page)).toHaveCount(0);
});

test('a widget is beside the order, on the portal’s own page and embedded', async ({ page, customer }) => {
  await release('works');
  const { shift } = await openOrder(page, customer);
  await expect(place(page)).toHaveText(`Warranty of ${customer.orders}8`);
  expect(await shift()).toBeLessThan(0.001);

  await page.goto(`${SITE}/sign-in/${customer.email}`);
  await page.getByRole('link', { name: `View Details of order ${customer.orders}8` }).click();
  await expect(place(page)).toHaveText(`Warranty of ${customer.orders}8`);
});

test('the styles of a widget apply embedded as on the portal’s own page', async ({ page, customer }) => {
  await release('has styles');
  const fonts: string[] = [];
  page.on('request', (request) => request.url().endsWith('.woff2') && fonts.push(request.url()));
  const looks = async () => {
    const claim = page.getByText(`Warranty of ${customer.orders}8`);
    await expect(claim).toHaveCSS('margin-top', '9px');
    return claim.evaluate((element) => {
      const { color, backgroundColor, padding, borderTopWidth, animationName } = getComputedStyle(element);
      return [color, backgroundColor, padding, borderTopWidth, animationName];
    });
  };
  const expected = ['rgb(1, 2, 3)', 'rgb(4, 5, 6)', '7px', '3px', 'wait'];
  await openOrder(page, customer);
  expect(await looks()).toEqual(expected);
  await expect.poll(() => fonts.length).toBe(1);

  await page.goto(`${SITE}/sign-in/${customer.email}`);
  await page.getByRole('link', { name: `View Details of order ${customer.orders}8` }).click();
  await expect.poll(looks).toEqual(expected);
  await expect.poll(() => fonts.map((url) => new URL(url).origin)).toEqual([PORTAL, PORTAL]);
  await page.locator('customer-portal').evaluate((portal) => document.body.append(portal));
  await expect.poll(looks).toEqual(expected);
});

for (const fault of ['hangs', 'grows over the page', 'floods the page'] as const)
  test(`a widget that ${fault} leaves the order as it is`, async ({ page, customer }) => {
    await release(fault);
    const { shift } = await openOrder(page, customer);
    await expect(place(page)).toBeVisible();
    // A widget that grows does so after 300 ms.
    await page.waitForTimeout(1000);
    expect((await place(page).boundingBox())?.height).toBe(120);
    expect(await shift()).toBeLessThan(0.001);
    await page.getByRole('button', { name: 'Refresh' }).click();
    await page.getByRole('link', { name: 'Notifications' }).click();
    await expect(page.getByRole('button', { name: 'Save Preferences' })).toBeVisible();
  });

for (const fault of ['throws', 'is missing'] as const)
  test(`a widget that ${fault} is replaced by the one of the previous version`, async ({
    page,
    customer,
  }) => {
    await release('works');
    await release(fault);
    const { shift } = await openOrder(page, customer);
    await expect(place(page)).toHaveText(`Warranty of ${customer.orders}8`);
    expect(await shift()).toBeLessThan(0.001);
    const version = `${releases}.0.0`;
    await expect
      .poll(async () => (await portalCommand(PORTAL, 'status', 'warranty')).replaceAll(/\s+/g, ' '))
      .toContain(`render in ${version}`);
  });

test('a remote whose files are gone leaves one line in the place of its widget', async ({
  page,
  customer,
}) => {
  await page.route('**/releases/warranty/**', (route) => route.fulfill({ status: 404, json: {} }));
  const { shift } = await openOrder(page, customer);
  await expect(place(page)).toHaveText('Warranty is not available right now');
  expect(await shift()).toBeLessThan(0.001);
});
