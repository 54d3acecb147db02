import type { Page } from '@playwright/test';
import { EMBEDDED_URL, hostUrl } from '../support/addresses';
import { boxOf, expectMenuAtButton, type Place } from '../support/menu';
import type { HostPage } from '../support/host-pages';
import { ROUTERS, UNSUPPORTED, VISITED } from '../support/hostile-hosts';
import { embeddedTest as test, expect, signInHere } from '../support/test';

/** `pnpm --filter e2e test:hosts` runs all hosts. Otherwise, only one of each kind runs; other specs cover more. */
const SAMPLE = [
  'bootstrap',
  'company',
  'zoom-html',
  'array-extended',
  'base-other-origin',
  'strict',
  'strict-dynamic',
  'frame-of-no-origin',
  'objects-extended',
];

const chosen = <Host>(hosts: Readonly<Record<string, Host>>): [string, Host][] =>
  Object.entries(hosts).filter(([name]) => process.env['EVERY_HOST'] || SAMPLE.includes(name));

const list = (place: Place) => place.getByRole('heading', { name: 'My Service Orders' });

const expectList = async (place: Place, orders: string): Promise<void> => {
  await expect(list(place)).toBeVisible();
  await expect(place.getByRole('link', { name: `View Details of order ${orders}8` })).toBeVisible();
};

/** A customer's actions from the list to the logout. */
const visit = async (place: Place, orders: string, atList: () => Promise<void>): Promise<void> => {
  await expectList(place, orders);
  await atList();
  await expectMenuAtButton(place);
  await place.getByRole('link', { name: `View Details of order ${orders}8` }).click();
  await expect(place.getByText('heat exchanger')).toBeVisible();
  await place.getByRole('link', { name: 'Notifications' }).click();
  await place.getByRole('checkbox', { name: 'Receive SMS Notifications' }).click();
  await place.getByRole('button', { name: 'Save Preferences' }).click();
  await expect(place.getByText('Preferences saved successfully!')).toBeVisible();
};

const logOut = async (place: Place): Promise<void> => {
  await place.getByRole('button', { name: 'Logout' }).click();
  await expect(place.getByRole('button', { name: 'Send Code' })).toBeVisible();
};

/** Everything that a portal could change in the page around it. */
const stateOf = (page: Page) =>
  page.evaluate(() => {
    const closed = document.querySelectorAll<HTMLDetailsElement>('details:not([open])');
    for (const details of closed) details.open = true;
    for (const animation of document.getAnimations()) animation.currentTime = 0;
    const attributesOf = (element: Element) =>
      [...element.attributes].map(({ name, value }) => `${name}=${value}`);
    // zone.js records each listener of the window in a global, and replaces its `__assign` at the first call.
    const ignored =
      /^(__zone_symbol__|__assign$|portal_|webpackChunk|__FEDERATION__|__GLOBAL_LOADING_REMOTE_ENTRY__|__VMOK__|_FEDERATION_RUNTIME_CORE|__reactRouterVersion$)/;
    const globals = Object.getOwnPropertyNames(window).filter((name) => !ignored.test(name));
    const inherited = globals.flatMap((name) => {
      const value: unknown = Object.getOwnPropertyDescriptor(window, name)?.value;
      return typeof value === 'function'
        ? [
            [name, value],
            [`${name}.prototype`, value.prototype],
          ]
        : [];
    });
    const members = inherited.flatMap(([owner, object]) => {
      if (!(object instanceof Object)) return [];
      return Object.entries(Object.getOwnPropertyDescriptors(object)).map(
        ([name, { value, enumerable }]) =>
          `${String(owner)}.${name} ${enumerable} ${typeof value === 'function' ? String(value).length : ''}`,
      );
    });
    // Elements around the portal are as high as the portal.
    const own = [...document.querySelectorAll(':not(main *, script)')];
    const state = {
      title: document.title,
      html: attributesOf(document.documentElement),
      body: attributesOf(document.body),
      head: [...document.head.children].filter(({ localName }) => localName !== 'script').length,
      inBody: [...document.body.children].map(({ localName }) => localName),
      sheets: document.adoptedStyleSheets.length,
      storage: Object.keys(localStorage),
      history: history.length,
      globals,
      members: members.sort(),
      styles: own.map((element) => {
        const style = getComputedStyle(element);
        const names = [...style].sort();
        return [element.localName, ...names.map((name) => `${name}: ${style.getPropertyValue(name)}`)];
      }),
    };
    // An open <details> can cover the portal.
    for (const details of closed) details.open = false;
    return state;
  });

/** The computed styles of the portal's own elements, without properties that depend on a width. */
const looksOf = (place: Place) =>
  place.locator('customer-portal').evaluate((element) => {
    const kinds = ['.portal-root', 'h1', 'h2', 'p', 'nav a', 'nav li', 'td', 'th', 'td a', 'button', 'svg'];
    const measured = /^(?!font)(.*-)?(width|height|size|inset|top|right|bottom|left|origin)(-|$)/;
    return kinds.map((kind) => {
      const found = element.shadowRoot?.querySelector(kind);
      if (!found) return [kind];
      const style = getComputedStyle(found);
      const names = [...style].filter((name) => !measured.test(name) && !name.startsWith('--')).sort();
      return [kind, ...names.map((name) => `${name}: ${style.getPropertyValue(name)}`)];
    });
  });

/** Errors and warnings on the console. */
const listen = (page: Page) => {
  const messages: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) messages.push(message.text());
  });
  return messages;
};

const placeOf = (page: Page, { frame }: HostPage): Place =>
  frame ? page.frameLocator('iframe').locator('body') : page;

const openList = (page: Page, name: string, { origin }: HostPage = {}) =>
  page.goto(hostUrl(name, '/account/service-orders', origin));

test.describe('a page that shows the portal', () => {
  test.use({ viewport: { width: 1400, height: 1100 } });

  /** The looks in the plain page, by the customer's preferences. Each worker collects them once. */
  const plain = new Map<string, Awaited<ReturnType<typeof looksOf>>>();

  for (const [name, host] of chosen(VISITED))
    test(`${name}: the visit works, and nothing leaks`, async ({ page, customer, signIn, complaints }) => {
      const place = placeOf(page, host);
      const media = JSON.stringify(host.media);
      await page.emulateMedia(host.media);
      await page.route('**/embed.js', (route) => route.abort());
      const messages = listen(page);
      await openList(page, name, host);
      const without = host.frame ? undefined : await stateOf(page);
      await page.unroute('**/embed.js');
      const known = new Set(messages.splice(0));
      complaints.length = 0;

      if (!host.frame) await signIn(customer.email);
      if (!plain.has(media) && !host.frame) {
        await openList(page, 'plain');
        await expectList(page, customer.orders);
        plain.set(media, await looksOf(page));
      }
      await openList(page, name, host);
      if (host.frame) {
        await signInHere(place, customer.email);
        messages.length = 0;
      }
      await visit(place, customer.orders, async () => {
        if (!without) return;
        const { history: entries, ...state } = await stateOf(page);
        const { history: before, ...expected } = without;
        expect(state).toEqual(expected);
        // The page itself has added one entry since then.
        expect(entries).toBeLessThanOrEqual(before + 2);
        expect(await looksOf(place)).toEqual(plain.get(media));
      });
      const isNew = (text: string) => !known.has(text) && !host.expectedConsole?.test(text);
      expect(messages.filter(isNew)).toEqual([]);
      await logOut(place);
      complaints.push(...complaints.splice(0).filter(isNew));
    });
});

for (const [name, host] of chosen(UNSUPPORTED))
  test(`${name}: the element explains why it cannot show the portal`, async ({ page, complaints }) => {
    await page.route('**/files/embed.js', async (route) =>
      route.fulfill({ response: await route.fetch({ url: `${EMBEDDED_URL}/embed.js` }) }),
    );
    await page.goto(hostUrl(name));
    const alert = placeOf(page, host).getByRole('alert');
    await expect(alert).toContainText(host.says);
    await expect(alert).not.toContainText('connection');
    await expect(alert.getByRole('button')).toHaveCount(0);
    complaints.length = 0;
  });

for (const [name] of chosen(ROUTERS))
  test(`${name}: the site's navigation and the portal share back and forward`, async ({
    page,
    customer,
    signIn,
  }) => {
    const welcome = page.getByRole('heading', { name: 'Welcome' });
    await signIn(customer.email);
    await page.goto(hostUrl(name, '/'));
    await expect(welcome).toBeVisible();
    await page.evaluate(() => performance.mark('same-document'));
    await page.getByRole('link', { name: 'My account' }).click();
    await expect(page.getByRole('heading', { name: 'Latest Service Order' })).toBeVisible();
    expect(await page.evaluate(() => performance.getEntriesByName('same-document').length)).toBe(1);
    await page.getByRole('link', { name: 'Notifications' }).click();
    await expect(page.getByRole('checkbox', { name: 'Receive SMS Notifications' })).toBeVisible();
    await page.getByRole('link', { name: 'All Service Orders' }).click();
    await expect(list(page)).toBeVisible();
    await page.goBack();
    await expect(page.getByRole('checkbox', { name: 'Receive SMS Notifications' })).toBeVisible();
    await page.getByRole('link', { name: /^(Home|Example Heating)$/ }).click();
    await expect(welcome).toBeVisible();
    await expect(page.locator('customer-portal')).toHaveCount(0);
    await page.goBack();
    await expect(page.getByRole('checkbox', { name: 'Receive SMS Notifications' })).toBeVisible();
    await logOut(page);
  });

for (const [name] of chosen(VISITED).filter(([name]) => /^zoom-(html|wrapper|smaller)$/.test(name)))
  test(`${name}: the drawer is as high as the window`, async ({ page, customer, signIn }) => {
    await signIn(customer.email);
    await openList(page, name);
    await page.locator('customer-portal').evaluate(({ parentElement, ownerDocument }) => {
      const main = ownerDocument.querySelector('main');
      main?.style.setProperty('top', '0', 'important');
      main?.style.setProperty('height', '3000px', 'important');
      for (const around of [main, parentElement]) around?.style.setProperty('width', '420px', 'important');
    });
    await page.getByRole('button', { name: 'Open menu' }).click();
    const drawer = page.getByRole('dialog', { name: 'Menu' });
    await expect(drawer).not.toHaveAttribute('aria-modal');
    const height = page.viewportSize()?.height ?? 0;
    const portal = await boxOf(page.locator('customer-portal'));
    // As high as the window, or as the portal, if that is less.
    const expected = Math.min(height, portal.height);
    await expect.poll(async () => Math.abs((await boxOf(drawer)).height - expected)).toBeLessThanOrEqual(1);
    // Waits for the slide animation.
    await expect.poll(async () => Math.abs((await boxOf(drawer)).x - portal.x)).toBeLessThanOrEqual(1);
  });
