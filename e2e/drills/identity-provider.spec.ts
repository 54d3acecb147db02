import type { Page } from '@playwright/test';
import { CLIENT, signInAtProvider, startIdentityProvider } from '../support/identity-provider';
import { expect, serve, servePortal, test } from '../support/test';

const PORTAL = 'http://localhost:4753/account';
const PROVIDER = 'http://127.0.0.1:4754';

test.describe.configure({ mode: 'default' });

serve(() => startIdentityProvider({ port: 4754, portalUrl: PORTAL }));
servePortal({
  name: 'identity-provider',
  port: 4753,
  environment: {
    PUBLIC_URL: PORTAL,
    OIDC_ISSUER: PROVIDER,
    OIDC_CLIENT_ID: CLIENT.id,
    OIDC_CLIENT_SECRET: CLIENT.secret,
    OIDC_NAME: 'Acme ID',
  },
});

const list = (page: Page) => page.getByRole('heading', { name: 'My Service Orders' });
const button = (page: Page) => page.getByRole('link', { name: 'Continue with Acme ID' });
const atProvider = (page: Page) => expect(page).toHaveURL(new RegExp(`^${PROVIDER}/`));

const signInByProvider = async (page: Page, email: string, path = '/') => {
  await page.goto(PORTAL + path);
  await button(page).click();
  await signInAtProvider(page, email);
};

test('a customer signs in with the company’s account, and sees the requested order', async ({
  page,
  context,
  customer,
}) => {
  await signInByProvider(page, customer.email, `/service-order/${customer.orders}8`);
  await expect(page.getByText('heat exchanger')).toBeVisible();
  await expect(page).toHaveURL(`${PORTAL}/service-order/${customer.orders}8`);
  const cookies = (await context.cookies(PORTAL)).filter(({ name }) => name === 'session_token');
  expect(cookies).toMatchObject([{ httpOnly: true, sameSite: 'Lax', path: '/account' }]);
});

test('Logout also ends the session at the provider', async ({ page, customer }) => {
  await signInByProvider(page, customer.email);
  await expect(list(page)).toBeVisible();
  await page.getByRole('button', { name: 'Logout' }).click();
  await atProvider(page);
  await page.getByRole('button', { name: 'Yes, sign me out' }).click();
  await expect(page).toHaveURL(new RegExp(`^${PORTAL}/login`));
  await button(page).click();
  // The provider asks for the account again.
  await expect(page.locator('input[name=password]')).toBeVisible();
});

test('signing out at the provider ends the session in the portal', async ({ page, context, customer }) => {
  await signInByProvider(page, customer.email);
  await expect(list(page)).toBeVisible();
  const tab = await context.newPage();
  await tab.goto(`${PROVIDER}/session/end`);
  await tab.getByRole('button', { name: 'Yes, sign me out' }).click();
  await expect(tab.getByText('Sign-out Success')).toBeVisible();
  await page.getByRole('link', { name: 'Notifications' }).click();
  await expect(button(page)).toBeVisible();
});
