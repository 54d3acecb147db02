import { codeMailedTo } from '../support/delivered';
import { changeOrder } from '../support/orders-hook';
import { enterCode, expect, requestCode, test } from '../support/test';

/** `notification-preferences.spec.ts` signs in with the code from an SMS, `answers.spec.ts` at a deep link. */

test('a customer signs in with the code from the mail, and out', async ({ page, customer, context }) => {
  await page.goto('/');
  await requestCode(page, customer.email);
  await enterCode(page, await codeMailedTo(customer.email));
  // `expect` polls too slowly for a text that is shown for one second.
  await page.getByText('Login successful! Redirecting...').waitFor();
  await expect(page).toHaveURL('/service-orders');
  await expect(page.getByRole('heading', { name: 'My Service Orders' })).toBeVisible();
  await expect(page).toHaveTitle(/^My Service Orders/);
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL('/login');
  await expect(page.getByText('You are signed out.')).toBeVisible();
  expect((await context.cookies()).map(({ name }) => name)).not.toContain('session_token');
});

test('cookies of the same names that the browser sends first keep nobody out', async ({
  page,
  context,
  customer,
}) => {
  // Browsers send a cookie of a longer path first, like one that another site of the company has set before.
  const paths = { '/login': 'XSRF-TOKEN', '/auth-check': 'session_token', '/serviceOrder': 'session_token' };
  const value = { value: 'a'.repeat(43), domain: 'localhost' };
  await context.addCookies(Object.entries(paths).map(([path, name]) => ({ ...value, name, path })));
  await page.goto('/login');
  await requestCode(page, customer.email);
  await enterCode(page, await codeMailedTo(customer.email));
  await expect(page.getByRole('heading', { name: 'My Service Orders' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'My Service Orders' })).toBeVisible();
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByRole('button', { name: 'Send Code' })).toBeVisible();
});

test('the link in the mail leads to the order that the customer came for, in another tab', async ({
  page,
  context,
  customer,
}) => {
  await page.goto(`/service-order/${customer.orders}8`);
  await requestCode(page, customer.email);
  const tab = await context.newPage();
  await tab.goto(`/login#code=${await codeMailedTo(customer.email)}`);
  await tab.getByRole('button', { name: 'Verify & Login' }).click();
  await expect(tab).toHaveURL(`/service-order/${customer.orders}8`);
});

test('an address whose domain has an umlaut gets a code, as it was imported and is typed', async ({
  page,
  baseURL,
}) => {
  const local = `ann-${Date.now()}`;
  const email = `${local}@müller.example`;
  await changeOrder(baseURL ?? '', email, { ServiceOrderNbr: local, Status: 'Open' });
  await page.goto('/login');
  await page.getByRole('textbox', { name: 'Email' }).pressSequentially(email);
  await page.getByRole('button', { name: 'Send Code' }).click();
  // The mail server names domains in Unicode.
  await enterCode(page, await codeMailedTo(email));
  await expect(page.getByText(`Boiler repair ${local}`)).toBeVisible();
});
