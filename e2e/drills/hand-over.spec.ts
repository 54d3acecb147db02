import type { Page } from '@playwright/test';
import type { CustomerPortalElement } from '@portal/embed';
import { takeCustomer } from '../support/customers';
import { startSignedInSite, trusting } from '../support/signed-in-site';
import { embeddedTest as test, expect, serve, servePortal } from '../support/test';

const SITE = 'http://127.0.0.1:4751';
const PORTAL = servePortal({ name: 'hand-over', port: 4752, environment: trusting(SITE) });
serve(async () => (await startSignedInSite({ port: 4751, portalUrl: PORTAL })).stop);
const PAGE = `${SITE}/account/service-orders`;

test.describe.configure({ mode: 'default' });

const list = (page: Page) => page.getByRole('heading', { name: 'My Service Orders' });
const signInButton = (page: Page) => page.getByRole('button', { name: 'Send Code' });

/** The events that the portal has emitted so far. */
const events = (page: Page) =>
  page.evaluate(() => Reflect.get(window, 'portalEvents') as [type: string, detail: unknown][]);
const typesOf = async (page: Page) => (await events(page)).map(([type]) => type);

const element = (page: Page) => page.locator('customer-portal');

/** The site signs a customer in without loading a page. */
const signInWith = (page: Page, email: string) =>
  element(page).evaluate(async (portal: CustomerPortalElement, address) => {
    const ticket = await (await fetch(`/ticket/${address}`)).text();
    return portal.signIn(ticket);
  }, email);

test('a customer who is signed in to the site sees their orders without another sign-in', async ({
  page,
  customer,
}) => {
  await page.goto(`${SITE}/sign-in/${customer.email}`);
  await expect(list(page)).toBeVisible();
  await expect(page.getByText(`${customer.orders}8`).first()).toBeVisible();
  const received = await events(page);
  expect(received.map(([type]) => type)).toEqual(['signed-in', 'ready', 'navigate']);
  expect(JSON.stringify(received)).not.toContain('/login');
  // A copy of the page must not hold a ticket.
  expect(await element(page).getAttribute('ticket')).toBeNull();

  await page.getByRole('link', { name: `View Details of order ${customer.orders}8` }).click();
  await expect(page.getByText('heat exchanger')).toBeVisible();
  await page.reload();
  await expect(page.getByText('heat exchanger')).toBeVisible();
});

test('a page can hand over a customer after loading, and then another customer', async ({
  page,
  customer,
}) => {
  await page.goto(PAGE);
  await expect(signInButton(page)).toBeVisible();
  expect(await signInWith(page, customer.email)).toBe(true);
  await expect(list(page)).toBeVisible();
  await expect(page.getByText(`${customer.orders}8`).first()).toBeVisible();

  const another = await takeCustomer();
  expect(await signInWith(page, another.email)).toBe(true);
  await expect(page.getByText(`${another.orders}8`).first()).toBeVisible();
  await expect(page.getByText(`${customer.orders}8`)).toHaveCount(0);

  // A ticket for an unknown customer ends the previous customer's session.
  expect(await signInWith(page, 'nobody@example.com')).toBe(false);
  await page.goto(PAGE);
  await expect(signInButton(page)).toBeVisible();
});

test('a page signs its customer out of the portal, and gets an event when they sign out there', async ({
  page,
  context,
  customer,
}) => {
  await page.goto(`${SITE}/sign-in/${customer.email}`);
  await expect(list(page)).toBeVisible();
  await element(page).evaluate((portal: CustomerPortalElement) => portal.signOut());
  await expect(signInButton(page)).toBeVisible();
  await expect.poll(() => typesOf(page)).toContain('signed-out');
  await expect(page).toHaveURL(`${SITE}/account/login`);
  expect((await context.cookies()).filter(({ name }) => name === 'session_token')).toEqual([]);

  await page.goto(PAGE);
  await expect(list(page)).toBeVisible();
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(signInButton(page)).toBeVisible();
  await expect.poll(() => typesOf(page)).toContain('signed-out');
});
