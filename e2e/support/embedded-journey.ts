import type { Locator, Page } from '@playwright/test';
import { codeMailedTo } from './delivered';
import { savePreferences, signInAs } from './journey';
import { enterCode, expect, requestCode, type Customer } from './test';
import { visitorOf, type Visitor } from './visitor';

/** Where a page shows a portal. */
interface Place {
  /** The URL of the company's page. */
  page: string;
  /** The URL at which that page shows a screen; undefined if the URL does not follow the portal. */
  screen?: (path: string) => string;
}

/** A portal in a page. */
export interface EmbeddedPlace extends Place {
  /** The portal, if the page has several. */
  portal?: Locator;
}

/** Signs in through the sign-in screen of a page, or of one of its portals. */
export const signInHere = async (portal: Page | Locator, email: string): Promise<void> => {
  await requestCode(portal, email);
  await enterCode(portal, await codeMailedTo(email));
  await expect(portal.getByRole('heading', { name: 'My Service Orders' })).toBeVisible();
};

/**
 * A customer's whole visit by deep links, links, and the browser's back and forward buttons.
 * @param followsAddress false if the URL of the page may belong to another portal
 */
export const journeyInPage = async (
  visitor: Visitor,
  { email, orders }: Pick<Customer, 'email' | 'orders'>,
  { page, screen }: Place,
  followsAddress = true,
): Promise<void> => {
  const isAt = async (path: string) => {
    if (followsAddress) await visitor.isAt(screen?.(path) ?? page);
  };
  const newest = `${orders}8`;

  // Opens a deep link without a session.
  await visitor.open(screen?.('/service-orders') ?? page);
  await signInAs(visitor, email);
  await isAt('/service-orders');

  await visitor.press('link', `View Details of order ${newest}`);
  await visitor.reads('heat exchanger');
  await isAt(`/service-order/${newest}`);
  if (screen) {
    await visitor.back();
    await visitor.sees('heading', 'My Service Orders');
    await isAt('/service-orders');
    await visitor.forward();
    await visitor.reads('heat exchanger');
    await isAt(`/service-order/${newest}`);
  }

  await savePreferences(visitor);
  await isAt('/notification-preferences');

  if (screen) {
    // Opens a deep link with a session. The address alone does not reload when only the hash differs.
    await visitor.open('about:blank');
    await visitor.open(screen(`/service-order/${orders}3`));
    await visitor.sees('heading', 'Event Log');
    await visitor.reads(`${orders}3`);
  }

  await visitor.press('button', 'Logout');
  await visitor.sees('button', 'Send Code');
  await isAt('/login');
  await visitor.reload();
  await visitor.sees('button', 'Send Code');
};

/** The same in Playwright's browser. */
export const embeddedJourney = (page: Page, customer: Customer, place: EmbeddedPlace): Promise<void> =>
  journeyInPage(
    visitorOf(page, place.portal),
    customer,
    place,
    place.screen !== undefined || place.portal === undefined,
  );
