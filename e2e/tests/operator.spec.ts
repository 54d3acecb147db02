import { expectAccessible, expectNoSidewaysScroll } from '../support/accessibility';
import type { Locator, Page } from '@playwright/test';
import { join } from 'node:path';
import { RUN_DIR } from '../support/directories';
import { makeNextBuild } from '../support/next-builds';
import { serverCommand, startPortalProcess } from '../support/portal-process';
import { expect, serve, test } from '../support/test';

/** The `OPERATOR_TOKEN` of the tests' portal. */
const TOKEN = 'operator-of-the-tests';
const PAGE = '/-/operator';
const port = 4761;
const baseURL = `http://localhost:${port}`;

const dataDir = join(RUN_DIR, 'operator');

/** Presses Tab until an element has the focus. */
const tabTo = async (page: Page, target: Locator) => {
  await expect(async () => {
    await page.keyboard.press('Tab');
    await expect(target).toBeFocused({ timeout: 50 });
  }).toPass({ intervals: [0] });
};

// Its releases change.
serve(() =>
  startPortalProcess({
    port,
    dataDir,
    environment: { OPERATOR_TOKEN: TOKEN },
  }),
);
test.use({ baseURL });
test.describe.configure({ mode: 'default' });

test('a day of the operator, by mouse, and a promotion by keyboard', async ({ page, customer }) => {
  await page.goto(PAGE);
  await page.getByLabel('Operator token').fill(TOKEN);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('region', { name: 'login' }).getByText(/^Live:/)).toBeVisible();
  for (const width of [1280, 390, 320]) {
    await page.setViewportSize({ width, height: 800 });
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
  }

  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Canary login' }).click();
  await dialog.getByLabel('Version').selectOption({ index: 0 });
  await dialog.getByLabel('Percent').fill('10');
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText(/^Canary: .*Percent: 10/)).toBeVisible();
  await page.getByRole('button', { name: 'Promote login' }).focus();
  await page.keyboard.press('Enter');
  await dialog.getByRole('button', { name: 'Confirm' }).press('Enter');
  await expect(dialog).toBeHidden();
  await page.getByRole('button', { name: 'Roll back login' }).click();
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect(dialog).toBeHidden();

  await page.getByRole('link', { name: 'Customers' }).click();
  await page.getByLabel('Email or phone').fill(customer.email);
  await page.getByRole('button', { name: 'Find' }).click();
  await expect(page.getByRole('region', { name: 'Customer' })).toBeVisible();
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await expect(page.getByLabel('Operator token')).toBeVisible();
});

test('a team’s day by keyboard, with its own token', async ({ page }) => {
  const created = await serverCommand(
    { DATA_DIR: dataDir },
    'token',
    'create',
    'login-team',
    '--names',
    'login',
  );
  const [token = ''] = created.split('\n', 1);
  const build = await makeNextBuild('login');
  const throughPortal = { RELEASES_URL: baseURL, RELEASE_TOKEN: token };
  await serverCommand(throughPortal, 'publish', build, '--version', '7.0.0');

  await page.goto(PAGE);
  await page.getByLabel('Operator token').pressSequentially(token);
  await page.keyboard.press('Enter');
  const login = page.getByRole('region', { name: 'login' });
  await expect(login.getByText(/^Live:/)).toBeVisible();
  await expect(page.getByRole('button', { name: /orders|shell/ })).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Customers' })).toHaveCount(0);

  /** Tabs to a button, then confirms its dialog. */
  const act = async (name: string, fill: () => Promise<void> = async () => undefined) => {
    await tabTo(page, page.getByRole('button', { name }));
    await page.keyboard.press('Enter');
    await fill();
    await tabTo(page, page.getByRole('dialog').getByRole('button', { name: 'Confirm' }));
    await page.keyboard.press('Enter');
    await expect(page.getByText(`${name}: done.`)).toBeVisible();
    await expect(page.getByRole('dialog')).toBeHidden();
  };
  await act('Canary login', async () => {
    await page.getByRole('dialog').getByLabel('Version').press('7');
  });
  await expect(login.getByText(/^Canary: 7\.0\.0 .*Who: login-team/)).toBeVisible();
  // The dialog offers the canary.
  await act('Promote login');
  await expect(login.getByText(/^Live: 7\.0\.0 .*Who: login-team/)).toBeVisible();
  await act('Roll back login');
  await expect(login.getByText(/^Live: (?!7\.0\.0)/)).toBeVisible();
});

test('a customer’s session opens nothing', async ({ page, customer, signIn }) => {
  await signIn(customer.email);
  await page.goto(PAGE);
  await expect(page.getByLabel('Operator token')).toBeVisible();
  expect((await page.request.post(`${PAGE}/work/session`, { data: {} })).status()).toBe(401);
});
