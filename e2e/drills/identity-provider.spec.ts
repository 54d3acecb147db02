import type { Page } from '@playwright/test';
import { join } from 'node:path';
import { codeMailedTo } from '../support/delivered';
import { RUN_DIR } from '../support/directories';
import { CLIENT, signInAtProvider, startIdentityProvider } from '../support/identity-provider';
import { startPortalProcess } from '../support/portal-process';
import { enterCode, expect, requestCode, test } from '../support/test';

const PORT = 4753;
const PROVIDER_PORT = 4754;
const PORTAL = `http://localhost:${PORT}/account`;
const PROVIDER = `http://127.0.0.1:${PROVIDER_PORT}`;

test.describe.configure({ mode: 'default' });

const stops: (() => Promise<unknown>)[] = [];
test.beforeAll(async () => {
  const { issuer, stop } = await startIdentityProvider({ port: PROVIDER_PORT, portalUrl: PORTAL });
  stops.push(stop);
  stops.push(
    await startPortalProcess({
      port: PORT,
      dataDir: join(RUN_DIR, 'identity-provider'),
      environment: {
        PUBLIC_URL: PORTAL,
        OIDC_ISSUER: issuer,
        OIDC_CLIENT_ID: CLIENT.id,
        OIDC_CLIENT_SECRET: CLIENT.secret,
        OIDC_NAME: 'Acme ID',
      },
    }),
  );
});
test.afterAll(async () => {
  for (const stop of stops.reverse()) await stop();
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

test('an account without a customer leads back to the sign-in, which explains why and accepts a code', async ({
  page,
  customer,
}) => {
  await signInByProvider(page, `unverified-${customer.email}`);
  await expect(page.getByRole('alert')).toHaveText(
    'We do not know the address of your account with Acme ID. Sign in with a code instead.',
  );
  await requestCode(page, customer.email);
  await enterCode(page, await codeMailedTo(customer.email));
  await expect(list(page)).toBeVisible();
});

test('canceling at the provider leads back to the sign-in', async ({ page }) => {
  await page.goto(`${PORTAL}/notification-preferences`);
  await button(page).click();
  await page.getByRole('link', { name: 'Cancel' }).click();
  await expect(page.getByRole('alert')).toHaveText(
    'You did not finish signing in with Acme ID. Try again, or sign in with a code.',
  );
  // The portal still knows the requested screen.
  await expect(button(page)).toHaveAttribute('href', /returnTo=%2Fnotification-preferences$/);
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

test('a portal without a provider shows no button', async ({ page, baseURL }) => {
  await page.goto(`${baseURL}/login?problem=failed`);
  await expect(page.getByRole('button', { name: 'Send Code' })).toBeVisible();
  await expect(page.getByRole('link', { name: /Continue with/ })).toHaveCount(0);
  await expect(page.getByRole('alert')).toHaveCount(0);
});
