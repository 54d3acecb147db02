import type { Locator, Page } from '@playwright/test';
import { codeMailedTo } from './delivered';
import { enterCode, expect, requestCode, type Customer } from './test';

/** Where a portal stands within a page. */
export interface EmbeddedPlace {
  /** The address of the company's page. */
  page: string;
  /** The address at which that page shows a screen of the portal; undefined when addresses say nothing of it. */
  screen?: (path: string) => string;
  /** Which portal of that page, if there are several. */
  portal?: Locator;
}

const list = (portal: Page | Locator) => portal.getByRole('heading', { name: 'My Service Orders' });
const signInButton = (portal: Page | Locator) => portal.getByRole('button', { name: 'Send Code' });

/** Signs in within a page, or a portal of it, that shows the sign-in. */
export const signInHere = async (portal: Page | Locator, email: string): Promise<void> => {
  await requestCode(portal, email);
  await enterCode(portal, await codeMailedTo(email));
  await expect(list(portal)).toBeVisible();
};

/** Everything that a customer does in a visit, by addresses, links, and the browser's own buttons. */
export const embeddedJourney = async (
  page: Page,
  { email, orders }: Customer,
  place: EmbeddedPlace,
): Promise<void> => {
  const portal = place.portal ?? page;
  // Of several portals, another one may have the address.
  const expectAddress = async (path: string) => {
    if (place.screen ?? !place.portal) await expect(page).toHaveURL(place.screen?.(path) ?? place.page);
  };
  const newest = `${orders}8`;

  // By a deep link, without a session.
  await page.goto(place.screen?.('/service-orders') ?? place.page);
  await signInHere(portal, email);
  await expectAddress('/service-orders');

  await portal.getByRole('link', { name: `View Details of order ${newest}` }).click();
  await expect(portal.getByText('heat exchanger')).toBeVisible();
  await expectAddress(`/service-order/${newest}`);
  if (place.screen) {
    await page.goBack();
    await expect(list(portal)).toBeVisible();
    await expectAddress('/service-orders');
    await page.goForward();
    await expect(portal.getByText('heat exchanger')).toBeVisible();
    await expectAddress(`/service-order/${newest}`);
  }

  await portal.getByRole('link', { name: 'Notifications' }).click();
  await portal.getByRole('checkbox', { name: 'Receive SMS Notifications' }).click();
  await portal.getByRole('button', { name: 'Save Preferences' }).click();
  await expect(portal.getByText('Preferences saved successfully!')).toBeVisible();
  await expectAddress('/notification-preferences');

  if (place.screen) {
    // By a deep link, with a session; `goto` alone would not load a page whose address differs behind the # only.
    await page.goto('about:blank');
    await page.goto(place.screen(`/service-order/${orders}3`));
    await expect(portal.getByRole('heading', { name: 'Event Log' })).toBeVisible();
    await expect(portal.getByText(`${orders}3`).first()).toBeVisible();
  }

  await portal.getByRole('button', { name: 'Logout' }).click();
  await expect(signInButton(portal)).toBeVisible();
  await expectAddress('/login');
  await page.reload();
  await expect(signInButton(portal)).toBeVisible();
};
