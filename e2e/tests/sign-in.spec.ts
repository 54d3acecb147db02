import { codeMailedTo, codeSentTo } from '../support/delivered';
import { enterCode, expect, requestCode, test } from '../support/test';

test('a customer signs in with the code from the mail', async ({ page, customer }) => {
  await page.goto('/');
  await requestCode(page, customer.email);
  await enterCode(page, await codeMailedTo(customer.email));
  // `expect` polls too slowly for a text that is shown for one second.
  await page.getByText('Login successful! Redirecting...').waitFor();
  await expect(page).toHaveURL('/service-orders');
  await expect(page.getByRole('heading', { name: 'My Service Orders' })).toBeVisible();
  await expect(page).toHaveTitle(/^My Service Orders/);
});

test('a customer signs in with the code from the SMS', async ({ page, customer }) => {
  await page.goto('/');
  await page.getByRole('button', { name: 'Phone' }).click();
  await expect(page.getByText(/By providing your phone number, you agree/)).toBeVisible();
  await page.getByRole('textbox', { name: 'Phone Number' }).fill(customer.phone);
  await page.getByRole('button', { name: 'Send Code' }).click();
  await enterCode(page, await codeSentTo(customer.phone));
  await expect(page).toHaveURL('/service-orders');
});

test('signing in returns to the deep link', async ({ page, customer }) => {
  const order = `${customer.orders}3`;
  await page.goto(`/service-order/${order}`);
  await expect(page).toHaveURL(`/login?returnTo=${encodeURIComponent(`/service-order/${order}`)}`);
  await requestCode(page, customer.email);
  await enterCode(page, await codeMailedTo(customer.email));
  await expect(page).toHaveURL(`/service-order/${order}`);
  await expect(page.getByText(order).first()).toBeVisible();
});

test('Logout ends the session in this browser and on the server', async ({
  page,
  customer,
  signIn,
  context,
}) => {
  await signIn(customer.email);
  const [session] = (await context.cookies()).filter((cookie) => cookie.name === 'session_token');
  expect(session).toMatchObject({ httpOnly: true, sameSite: 'Lax' });

  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL('/login');
  expect((await context.cookies()).some((cookie) => cookie.name === 'session_token')).toBe(false);

  await context.addCookies([{ name: 'session_token', value: session?.value ?? '', url: page.url() }]);
  await page.goto('/service-orders');
  await expect(page.getByRole('button', { name: 'Send Code' })).toBeVisible();
});
