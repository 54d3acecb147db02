import type { Locator, Page } from '@playwright/test';
import { codeMailedTo } from './delivered';
import { enterCode, expect, requestCode, type Customer } from './test';

/** A portal in a page. */
export interface EmbeddedPlace {
  /** The URL of the company's page. */
  page: string;
  /** The URL at which that page shows a screen; undefined if the URL does not follow the portal. */
  screen?: (path: string) => string;
  /** The portal, if the page has several. */
  portal?: Locator;
}

const list = (portal: Page | Locator) => portal.getByRole('heading', { name: 'My Service Orders' });
const signInButton = (portal: Page | Locator) => portal.getByRole('button', { name: 'Send Code' });

/** Signs in through the sign-in screen of a page, or of one of its portals. */
export const signInHere = async (portal: Page | Locator, email: string): Promise<void> => {
  await requestCode(portal, email);
  await enterCode(portal, await codeMailedTo(email));
  await expect(list(portal)).toBeVisible();
};

/** A customer's whole visit by deep links, links, and the browser's back and forward buttons. */
export const embeddedJourney = async (
  page: Page,
  { email, orders }: Customer,
  place: EmbeddedPlace,
): Promise<void> => {
  const portal = place.portal ?? page;
  // With several portals, the URL may belong to another one.
  const expectAddress = async (path: string) => {
    if (place.screen ?? !place.portal) await expect(page).toHaveURL(place.screen?.(path) ?? place.page);
  };
  const newest = `${orders}8`;

  // Opens a deep link without a session.
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
    // Opens a deep link with a session. `goto` alone does not reload when only the hash differs.
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
