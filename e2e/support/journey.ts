import type { Page } from '@playwright/test';
import { codeMailedTo } from './delivered';
import type { Customer } from './test';
import { visitorOf, type Visitor } from './visitor';

/** Signs in through the sign-in screen. */
export const signInAs = async (visitor: Visitor, email: string): Promise<void> => {
  await visitor.fill('Email', email);
  await visitor.press('button', 'Send Code');
  await visitor.fill('Access Code', await codeMailedTo(email));
  await visitor.press('button', 'Verify & Login');
  await visitor.sees('heading', 'My Service Orders');
};

/** Saves another choice of messages. */
export const savePreferences = async (visitor: Visitor): Promise<void> => {
  await visitor.press('link', 'Notifications');
  await visitor.press('checkbox', 'Receive SMS Notifications');
  await visitor.press('button', 'Save Preferences');
  await visitor.reads('Preferences saved successfully!');
};

/** A customer's whole visit: signs in, reads the list and an order, saves preferences, logs out. */
export const journey = async (
  visitor: Visitor,
  { email, orders }: Pick<Customer, 'email' | 'orders'>,
  portalUrl: string,
): Promise<void> => {
  await visitor.open(`${portalUrl}/`);
  await signInAs(visitor, email);

  await visitor.press('link', `View Details of order ${orders}8`);
  await visitor.reads('heat exchanger');
  await visitor.back();
  await visitor.sees('heading', 'My Service Orders');

  await savePreferences(visitor);

  await visitor.press('button', 'Logout');
  await visitor.sees('button', 'Send Code');
};

/** The whole visit in Playwright's browser, to the portal of its `baseURL`. */
export const wholeJourney = (page: Page, customer: Customer): Promise<void> =>
  journey(visitorOf(page), customer, '');
