import type { Page } from '@playwright/test';
import { codeMailedTo } from './delivered';
import { enterCode, expect, requestCode, type Customer } from './test';

/** Where a portal stands within a page. */
export interface EmbeddedPlace {
  /** The address of the company's page. */
  page: string;
  /** The address at which that page shows a screen of the portal; undefined when addresses say nothing of it. */
  screen?: (path: string) => string;
}

const list = (page: Page) => page.getByRole('heading', { name: 'My Service Orders' });
const signInButton = (page: Page) => page.getByRole('button', { name: 'Send Code' });

/** Signs in within a page that shows the sign-in. */
export const signInHere = async (page: Page, email: string): Promise<void> => {
  await requestCode(page, email);
  await enterCode(page, await codeMailedTo(email));
  await expect(list(page)).toBeVisible();
};

/** Everything that a customer does in a visit, by addresses, links, and the browser's own buttons. */
export const embeddedJourney = async (
  page: Page,
  { email, orders }: Customer,
  place: EmbeddedPlace,
): Promise<void> => {
  const expectAddress = (path: string) => expect(page).toHaveURL(place.screen?.(path) ?? place.page);
  const newest = `${orders}8`;

  // By a deep link, without a session.
  await page.goto(place.screen?.('/service-orders') ?? place.page);
  await signInHere(page, email);
  await expectAddress('/service-orders');

  await page.getByRole('link', { name: `View Details of order ${newest}` }).click();
  await expect(page.getByText('heat exchanger')).toBeVisible();
  await expectAddress(`/service-order/${newest}`);
  if (place.screen) {
    await page.goBack();
    await expect(list(page)).toBeVisible();
    await expectAddress('/service-orders');
    await page.goForward();
    await expect(page.getByText('heat exchanger')).toBeVisible();
    await expectAddress(`/service-order/${newest}`);
  }

  await page.getByRole('link', { name: 'Notifications' }).click();
  await page.getByRole('checkbox', { name: 'Receive SMS Notifications' }).click();
  await page.getByRole('button', { name: 'Save Preferences' }).click();
  await expect(page.getByText('Preferences saved successfully!')).toBeVisible();
  await expectAddress('/notification-preferences');

  if (place.screen) {
    // By a deep link, with a session; `goto` alone would not load a page whose address differs behind the # only.
    await page.goto('about:blank');
    await page.goto(place.screen(`/service-order/${orders}3`));
    await expect(page.getByRole('heading', { name: 'Event Log' })).toBeVisible();
    await expect(page.getByText(`${orders}3`).first()).toBeVisible();
  }

  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(signInButton(page)).toBeVisible();
  await expectAddress('/login');
  await page.reload();
  await expect(signInButton(page)).toBeVisible();
};
