import type { Page } from '@playwright/test';
import type { Customer } from '../support/customers';
import { releaseBuild } from '../support/published';
import { signInBrowser } from '../support/session';
import { startSignedInSite, trusting } from '../support/signed-in-site';
import { embeddedTest as test, expect, serve, servePortal } from '../support/test';
import { writeWidgetBuild, type WidgetBuild } from '../support/widget-builds';

/** `widgets.test.tsx` of the shell has the rest: the props of widgets, and those that fail. `warranty.spec.ts` has one in a visit. */

const SITE = 'http://127.0.0.1:4760';
const PORTAL = servePortal({ name: 'widgets-portal', port: 4761, environment: trusting(SITE) });
serve(async () => (await startSignedInSite({ port: 4760, portalUrl: PORTAL })).stop);

test.describe.configure({ mode: 'serial' });

let releases = 0;

/** Makes a version of the widget live. */
const release = async (widget: WidgetBuild): Promise<void> => {
  releases += 1;
  const directory = await writeWidgetBuild(widget);
  await releaseBuild(PORTAL, { name: 'warranty', version: `${releases}.0.0`, directory });
};

/** Opens the order that has events. @returns the layout shift so far */
const openOrder = async (page: Page, { email, orders }: Customer) => {
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
  return () =>
    page.evaluate(() =>
      (Reflect.get(globalThis, 'shifts') as number[]).reduce((sum, value) => sum + value, 0),
    );
};

const place = (page: Page) => page.getByRole('group', { name: 'Warranty' });

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
  const shift = await openOrder(page, customer);
  expect(await looks()).toEqual(expected);
  expect(await shift()).toBeLessThan(0.001);
  await expect.poll(() => fonts.length).toBe(1);

  await page.goto(`${SITE}/sign-in/${customer.email}`);
  await page.getByRole('link', { name: `View Details of order ${customer.orders}8` }).click();
  await expect.poll(looks).toEqual(expected);
  await expect.poll(() => fonts.map((url) => new URL(url).origin)).toEqual([PORTAL, PORTAL]);
  await page.locator('customer-portal').evaluate((portal) => document.body.append(portal));
  await expect.poll(looks).toEqual(expected);
});

/** Faults that Jest cannot see, with the text that a widget has once it has done its worst. */
const FAULTS = [
  ['grows over the page', 'Height: 9000'],
  ['floods the page', 'Warranty 4999'],
] as const;

for (const [fault, text] of FAULTS)
  test(`a widget that ${fault} leaves the order as it is`, async ({ page, customer }) => {
    await release(fault);
    const shift = await openOrder(page, customer);
    await expect(place(page)).toBeVisible();
    await expect(place(page)).toContainText(text);
    expect((await place(page).boundingBox())?.height).toBe(120);
    expect(await shift()).toBeLessThan(0.001);
    await page.getByRole('button', { name: 'Refresh' }).click();
    await page.getByRole('link', { name: 'Notifications' }).click();
    await expect(page.getByRole('button', { name: 'Save Preferences' })).toBeVisible();
  });
