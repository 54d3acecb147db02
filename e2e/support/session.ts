import { request, type BrowserContext } from '@playwright/test';
import { codeMailedTo } from './delivered';

/**
 * Signs in over HTTP.
 * @param code reads it from the message
 * @returns the value of the cookie `session_token`
 */
export const openSession = async (
  portalUrl: string,
  contact: { email: string } | { phone: string },
  code: () => Promise<string>,
): Promise<string> => {
  const browser = await request.newContext();
  const token = (await browser.get(`${portalUrl}/auth-check`)).headers()['x-xsrf-token'] ?? '';
  const post = (path: string, data: object) =>
    browser.post(portalUrl + path, { data, headers: { 'x-xsrf-token': token }, failOnStatusCode: true });
  const call = `/customer-login/${'email' in contact ? 'email' : 'phone'}`;
  await post(call, contact);
  await post(`${call}/verify`, { ...contact, code: await code() });
  const { cookies } = await browser.storageState();
  await browser.dispose();
  const session = cookies.find(({ name }) => name === 'session_token');
  if (!session) throw new Error(`${portalUrl} opened no session for ${Object.values(contact).join()}.`);
  return session.value;
};

/**
 * Signs a browser in over HTTP.
 * @param embedder the site that embeds the portal, which gets cookies of its own
 */
export const signInBrowser = async (
  context: BrowserContext,
  portalUrl: string,
  email: string,
  embedder?: string,
): Promise<void> => {
  const value = await openSession(portalUrl, { email }, () => codeMailedTo(email));
  const session = { name: 'session_token', value, httpOnly: true };
  if (!embedder) return context.addCookies([{ ...session, url: portalUrl, sameSite: 'Lax' }]);
  const { protocol, hostname } = new URL(embedder);
  const place = { domain: new URL(portalUrl).hostname, path: '/', partitionKey: `${protocol}//${hostname}` };
  return context.addCookies([{ ...session, ...place, secure: true, sameSite: 'None' }]);
};
