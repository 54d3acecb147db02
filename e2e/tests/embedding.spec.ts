import { expectAccessible } from '../support/accessibility';
import { hostUrl, screenUrl, type Routing } from '../support/addresses';
import { wholeJourney } from '../support/journey';
import { embeddedTest as test, expect, signInHere } from '../support/test';

const placeOf = (name: string, routing: Routing = 'browser') => ({
  page: hostUrl(name),
  ...(routing !== 'memory' && { screen: (path: string) => screenUrl(name, routing, path) }),
});

/** One page per routing mode, and a site with the component of `@portal/embed`. `hosts.spec.ts` has other styles. */
const HOSTS: [string, Routing?][] = [['hash', 'hash'], ['memory', 'memory'], ['react-17']];

for (const [name, routing] of HOSTS)
  test(`the whole journey works in the page "${name}"`, async ({ page, customer }) => {
    await wholeJourney(page, customer, placeOf(name, routing));
  });

for (const name of ['react-17', 'by-state'] as const)
  test(`the router of a site (${name}) and the portal's router share back and forward`, async ({
    page,
    customer,
  }) => {
    await page.goto(hostUrl(name, '/'));
    await expect(page.getByRole('heading', { name: 'Welcome' })).toBeVisible();
    await page.getByRole('link', { name: 'My account' }).click();
    await signInHere(page, customer.email);
    await expect(page.getByRole('status', { name: 'Portal', exact: true })).toHaveText('portal-signed-in');
    await page.getByRole('link', { name: 'Notifications' }).click();
    await expect(page.getByRole('checkbox', { name: 'Receive SMS Notifications' })).toBeVisible();

    await page.getByRole('link', { name: 'Home' }).click();
    await expect(page.getByRole('heading', { name: 'Welcome' })).toBeVisible();
    await expect(page.locator('customer-portal')).toHaveCount(0);
    await page.goBack();
    await expect(page.getByRole('checkbox', { name: 'Receive SMS Notifications' })).toBeVisible();
    await page.goBack();
    await expect(page.getByRole('heading', { name: 'My Service Orders' })).toBeVisible();
    await page.goForward();
    await expect(page.getByRole('checkbox', { name: 'Receive SMS Notifications' })).toBeVisible();
    await page.goForward();
    await expect(page.getByRole('heading', { name: 'Welcome' })).toBeVisible();

    // Follows the site's link to the portal's page while the portal shows another screen.
    await page.goBack();
    await expect(page.getByRole('checkbox', { name: 'Receive SMS Notifications' })).toBeVisible();
    await page.getByRole('link', { name: 'My account' }).click();
    await expect(page.getByRole('heading', { name: 'Latest Service Order' })).toBeVisible();
    await expect(page).toHaveURL(hostUrl(name));
    await page.goBack();
    await expect(page.getByRole('checkbox', { name: 'Receive SMS Notifications' })).toBeVisible();
  });

test('the layout follows the width of its element', async ({ page, customer, signIn }) => {
  await signIn(customer.email);
  await page.goto(screenUrl('plain', 'browser', '/service-orders'));
  // Playwright does not report "ResizeObserver loop", which the error reports of a site contain.
  await page.evaluate(() =>
    addEventListener('error', ({ message }) => performance.mark(`error: ${message}`)),
  );
  const place = page.locator('main').first();
  await expect(page.getByRole('table')).toHaveCount(2);
  await place.evaluate((main) => main.style.setProperty('width', '420px', 'important'));
  await expect(page.getByRole('link', { name: 'Notifications' })).toBeHidden();
  await page.getByRole('button', { name: 'Open menu' }).click();
  await expect(page.getByRole('link', { name: 'Notifications' })).toBeVisible();

  const drawer = page.getByRole('dialog', { name: 'Menu' });
  const element = await page.locator('customer-portal').boundingBox();
  // Waits for the slide animation.
  await expect.poll(async () => (await drawer.boundingBox())?.x).toBe(element?.x);
  expect((await drawer.boundingBox())?.y).toBeGreaterThanOrEqual(element?.y ?? Infinity);
  await expectAccessible(page);

  // The drawer traps the focus until it closes.
  for (const key of ['Tab', 'Shift+Tab'])
    for (let stops = 0; stops < 8; stops++) {
      await page.keyboard.press(key);
      await expect(drawer.locator(':focus')).toHaveCount(1);
    }
  await page.keyboard.press('Escape');
  await expect(page.getByRole('link', { name: 'Notifications' })).toBeHidden();
  const marks = await page.evaluate(() => performance.getEntriesByType('mark').map(({ name }) => name));
  expect(marks.filter((name) => name.startsWith('error: '))).toEqual([]);
});

/** How pages move an element, or one around it, without a reload. */
const MOVES: Record<string, (portal: Element) => unknown> = {
  'wraps it, as jQuery does': (portal) => {
    const wrapper = document.createElement('section');
    portal.before(wrapper);
    wrapper.append(portal);
  },
  'reorders what is around it, as React does': (portal) => document.body.append(portal.closest('main') ?? ''),
  'uses moveBefore, as htmx does': (portal) => {
    const wrapper = document.body.appendChild(document.createElement('section'));
    if ('moveBefore' in wrapper && typeof wrapper.moveBefore === 'function') wrapper.moveBefore(portal, null);
  },
  'takes it out for a while, as Turbo does': async (portal) => {
    const place = portal.parentElement;
    portal.remove();
    await Promise.resolve();
    place?.append(portal);
  },
};

for (const [name, move] of Object.entries(MOVES))
  test(`a portal keeps its styles and what is chosen when the page ${name}`, async ({
    page,
    customer,
    signIn,
  }) => {
    await signIn(customer.email);
    await page.goto(screenUrl('plain', 'browser', '/notification-preferences'));
    const choice = page.getByRole('checkbox', { name: 'Receive SMS Notifications' });
    await choice.uncheck();
    const save = page.getByRole('button', { name: 'Save Preferences' });
    const looks = () =>
      save.evaluate((button) => {
        const { backgroundColor, font, minBlockSize } = getComputedStyle(button);
        return [backgroundColor, font, minBlockSize];
      });
    await page.mouse.move(0, 0);
    const before = await looks();
    await page.locator('customer-portal').evaluate(move);
    // A portal that restarts would do so in the next task.
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
    expect(await looks()).toEqual(before);
    await expect(choice).not.toBeChecked();
  });

test('every screen is accessible within a page', async ({ page, customer, signIn }) => {
  await page.goto(hostUrl('plain'));
  await expect(page.getByRole('button', { name: 'Send Code' })).toBeVisible();
  await expectAccessible(page);
  await signIn(customer.email);
  const screens = [
    ['/', 'Latest Service Order'],
    ['/service-orders', 'My Service Orders'],
    [`/service-order/${customer.orders}8`, 'Event Log'],
    ['/notification-preferences', 'Receive Email Notifications'],
    ['/nowhere', 'Page not found'],
  ] as const;
  for (const [path, text] of screens) {
    await page.goto(screenUrl('plain', 'browser', path));
    await expect(page.getByText(text).first()).toBeVisible();
    await expect(page.locator('customer-portal [aria-busy="true"]')).toHaveCount(0);
    await expectAccessible(page);
  }
  await page.getByRole('button', { name: /Color mode/ }).click();
  await expect(page.getByRole('menuitemradio')).toHaveText(['Light', 'Dark', 'System']);
  await expectAccessible(page);
});
