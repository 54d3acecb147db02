import type { Page } from '@playwright/test';
import type { Customer } from './customers';
import { codeMailedTo } from './delivered';
import { visitorOf, type Visitor } from './visitor';

/** Where a customer finds a portal. */
interface Place {
  page: string;
  /** The URL of a screen; undefined if the URL does not follow the portal. */
  screen?: (path: string) => string;
}

/** The portal's own page at the `baseURL`. */
const OWN_PAGE: Place = { page: '/', screen: (path) => path };

/** A customer's whole visit, without loading the page again. */
export const journey = async (
  visitor: Visitor,
  { email, orders }: Pick<Customer, 'email' | 'orders'>,
  { page, screen }: Place,
): Promise<void> => {
  const isAt = (path: string) => visitor.isAt(screen?.(path) ?? page);
  const newest = `${orders}8`;

  // Opens a deep link without a session.
  await visitor.open(screen?.('/service-orders') ?? page);
  await visitor.fill('Email', email);
  await visitor.press('button', 'Send Code');
  await visitor.fill('Access Code', await codeMailedTo(email));
  await visitor.press('button', 'Verify & Login');
  await visitor.sees('heading', 'My Service Orders');
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

  await visitor.press('link', 'Notifications');
  await visitor.press('checkbox', 'Receive SMS Notifications');
  await visitor.press('button', 'Save Preferences');
  await visitor.reads('Preferences saved successfully!');
  await isAt('/notification-preferences');

  await visitor.press('button', 'Logout');
  await visitor.sees('button', 'Send Code');
  await isAt('/login');
};

/** The whole visit in Playwright's browser. */
export const wholeJourney = (page: Page, customer: Customer, place = OWN_PAGE): Promise<void> =>
  journey(visitorOf(page), customer, place);
