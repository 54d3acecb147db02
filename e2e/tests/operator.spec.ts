import { expectAccessible, expectNoSidewaysScroll } from '../support/accessibility';
import { join } from 'node:path';
import { RUN_DIR } from '../support/directories';
import { startPortalProcess } from '../support/portal-process';
import { expect, serve, test } from '../support/test';

/** The `OPERATOR_TOKEN` of the tests' portal. */
const TOKEN = 'operator-of-the-tests';
const PAGE = '/-/operator';
const port = 4761;
const baseURL = `http://localhost:${port}`;

// Its releases change.
serve(() =>
  startPortalProcess({
    port,
    dataDir: join(RUN_DIR, 'operator'),
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

test('a customer’s session opens nothing', async ({ page, customer, signIn }) => {
  await signIn(customer.email);
  await page.goto(PAGE);
  await expect(page.getByLabel('Operator token')).toBeVisible();
  expect((await page.request.post(`${PAGE}/work/session`, { data: {} })).status()).toBe(401);
});
