import { expect, test } from '../support/test';

test('the page requires Trusted Types for scripts, and every screen works with them', async ({
  page,
  customer,
  signIn,
}) => {
  await signIn(customer.email);
  for (const path of [
    '/',
    '/service-orders',
    `/service-order/${customer.orders}8`,
    '/notification-preferences',
  ]) {
    const answer = await page.goto(path);
    const policy = answer?.headers()['content-security-policy'] ?? '';
    expect(policy).toContain("require-trusted-types-for 'script'");
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0);
  }
  await page.goto(`/service-order/${customer.orders}8`);
  await expect(page.getByText('arrives on Friday')).toBeVisible();
});

const attempts = {
  'HTML from plain text': `document.createElement('div').innerHTML = '<b>plain</b>'`,
  'a script with a plain URL': `document.createElement('script').src = '/releases/elsewhere.js'`,
  'a policy with another name': `trustedTypes.createPolicy('evil', {})`,
};

for (const [name, attempt] of Object.entries(attempts))
  test(`the browser refuses ${name}`, async ({ page, complaints }) => {
    await page.goto('/login');
    await expect(page.getByRole('button', { name: 'Send Code' })).toBeVisible();
    await expect(page.evaluate(attempt)).rejects.toThrow(/TypeError/);
    // The browser reports the violation.
    complaints.length = 0;
  });
