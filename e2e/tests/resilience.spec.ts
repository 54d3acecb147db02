import type { Page, Route } from '@playwright/test';
import { expect, test } from '../support/test';

/** Faults of a remote's entry. */
const FAULTS: Record<string, (route: Route) => Promise<void>> = {
  'is missing': (route) => route.fulfill({ status: 404, json: {} }),
  'cannot be reached': (route) => route.abort('connectionreset'),
  'is an HTML page': (route) => route.fulfill({ contentType: 'text/html', body: '<h1>Proxy error</h1>' }),
  'is cut off': (route) => route.fulfill({ contentType: 'text/javascript', body: 'var portal_' }),
  throws: (route) =>
    route.fulfill({ contentType: 'text/javascript', body: 'throw new Error("broken build")' }),
  'never answers': () => new Promise<void>(() => undefined),
};

const REMOTES = {
  orders: {
    path: '/service-orders',
    unavailable: 'Orders is not available right now',
    healed: 'My Service Orders',
  },
  'notification-preferences': {
    path: '/notification-preferences',
    unavailable: 'Notifications is not available right now',
    healed: 'Notification Preferences',
  },
} as const;

const entryOf = (remote: string) => `**/releases/${remote}/*/remoteEntry.*`;

const tryAgain = (page: Page) => page.getByRole('button', { name: 'Try again' }).click();

for (const [remote, { path, unavailable, healed }] of Object.entries(REMOTES)) {
  const [other] = Object.values(REMOTES).filter((candidate) => candidate.path !== path);

  test(`when the entry of ${remote} is broken, the rest works, and 'Try again' loads it`, async ({
    page,
    customer,
    signIn,
  }) => {
    await signIn(customer.email);
    for (const [fault, answer] of Object.entries(FAULTS))
      await test.step(fault, async () => {
        await page.route(entryOf(remote), answer);
        await page.goto(path);
        await expect(page.getByRole('heading', { name: unavailable })).toBeVisible({ timeout: 30_000 });
        await expect(page.getByRole('banner')).toContainText('Customer Dashboard');

        await page
          .getByRole('navigation')
          .getByRole('link')
          .filter({ visible: true })
          .nth(remote === 'orders' ? 2 : 1)
          .click();
        await expect(page.getByRole('heading', { name: other?.healed ?? '' })).toBeVisible();

        await page.goBack();
        await page.unroute(entryOf(remote));
        await tryAgain(page);
        await expect(page.getByRole('heading', { name: healed })).toBeVisible();
      });
  });
}

test("when the chunk of a remote is missing, 'Try again' loads it", async ({ page, customer, signIn }) => {
  await signIn(customer.email);
  const chunk = '**/releases/notification-preferences/*/remote.*';
  await page.route(chunk, (route) => route.fulfill({ status: 404, json: {} }));
  await page.getByRole('link', { name: 'Notifications' }).click();
  await expect(page.getByRole('heading', { name: /Notifications is not available/ })).toBeVisible();
  await page.unroute(chunk);
  await tryAgain(page);
  await expect(page.getByRole('heading', { name: 'Notification Preferences' })).toBeVisible();
});

test("when all files of a remote failed during page load, the first 'Try again' loads it", async ({
  page,
  customer,
  signIn,
}) => {
  const files = '**/releases/notification-preferences/**';
  await page.route(files, (route) => route.abort());
  await signIn(customer.email, '/notification-preferences');
  await expect(page.getByRole('heading', { name: /Notifications is not available/ })).toBeVisible();
  await page.unroute(files);
  await tryAgain(page);
  await expect(page.getByRole('heading', { name: 'Notification Preferences' })).toBeVisible();
  await expect(page.getByRole('main')).toBeFocused();
});

test("when the login remote is missing, the page shows an error, and 'Try again' loads it", async ({
  page,
}) => {
  await page.route(entryOf('login'), (route) => route.fulfill({ status: 404, json: {} }));
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Sign in is not available right now' })).toBeVisible();
  await page.unroute(entryOf('login'));
  await tryAgain(page);
  await expect(page.getByRole('button', { name: 'Send Code' })).toBeVisible();
});
