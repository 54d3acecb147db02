import type { Browser } from './browser';
import type { TestApp } from './test-app';

/** Asks for a code by mail and reads it out of the mail. The customer must be there. */
export const receiveCode = async (portal: TestApp, browser: Browser, email: string): Promise<string> => {
  await browser.open();
  await browser.post('/customer-login/email', { email });
  await portal.deliver();
  const code = await portal.inbox.codeFor(email);
  if (!code) throw new Error(`No code came for ${email}.`);
  return code;
};

/** A code that is not the one given. */
export const wrongCode = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

/**
 * A browser in which a new customer has signed in with a delivered code.
 * @returns the browser and the customer's id
 */
export const signIn = async (portal: TestApp, email: string, ip?: string) => {
  const customerId = await portal.addCustomer({ email });
  const browser = portal.newBrowser(ip);
  const code = await receiveCode(portal, browser, email);
  await browser.post('/customer-login/email/verify', { email, code });
  return { browser, customerId };
};
