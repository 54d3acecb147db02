import type { Browser } from './browser';
import type { TestApp } from './test-app';

/** Requests a code by mail and reads it from the mail. The customer must exist. */
export const receiveCode = async (portal: TestApp, browser: Browser, email: string): Promise<string> => {
  await browser.open();
  await browser.post('/customer-login/email', { email });
  const code = await portal.codeFor(email);
  if (!code) throw new Error(`No code came for ${email}.`);
  return code;
};

/** Records attempts in the past, as if customers had made them. */
export const recordAttempts = async ({ database }: TestApp, key: string, minutesAgo: readonly number[]) => {
  await database
    .insertInto('limit_hits')
    .values(minutesAgo.map((minutes) => ({ key, at: new Date(Date.now() - minutes * 60_000) })))
    .execute();
};

/** Another code than the given one. */
export const wrongCode = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

/** Signs in with a delivered code. The customer must exist. */
export const signInWithCode = async (portal: TestApp, browser: Browser, email: string) =>
  browser.post('/customer-login/email/verify', { email, code: await receiveCode(portal, browser, email) });

/**
 * Creates a customer and signs in with a delivered code.
 * @returns the browser and the customer's id
 */
export const signIn = async (portal: TestApp, email: string, ip?: string) => {
  const customerId = await portal.addCustomer({ email });
  const browser = portal.newBrowser(ip);
  await signInWithCode(portal, browser, email);
  return { browser, customerId };
};
