import { request, type BrowserContext } from '@playwright/test';
import { codeMailedTo } from './delivered';

/** Signs in over HTTP, with the code of the delivered mail. @returns the value of the cookie `session_token` */
const openSession = async (portalUrl: string, email: string): Promise<string> => {
  const browser = await request.newContext();
  const token = (await browser.get(`${portalUrl}/auth-check`)).headers()['x-xsrf-token'] ?? '';
  const post = (path: string, data: object) =>
    browser.post(portalUrl + path, { data, headers: { 'x-xsrf-token': token }, failOnStatusCode: true });
  await post('/customer-login/email', { email });
  await post('/customer-login/email/verify', { email, code: await codeMailedTo(email) });
  const { cookies } = await browser.storageState();
  await browser.dispose();
  const session = cookies.find(({ name }) => name === 'session_token');
  if (!session) throw new Error(`${portalUrl} opened no session for ${email}.`);
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
  const session = { name: 'session_token', value: await openSession(portalUrl, email), httpOnly: true };
  if (!embedder) return context.addCookies([{ ...session, url: portalUrl, sameSite: 'Lax' }]);
  const { protocol, hostname } = new URL(embedder);
  const place = { domain: new URL(portalUrl).hostname, path: '/', partitionKey: `${protocol}//${hostname}` };
  return context.addCookies([{ ...session, ...place, secure: true, sameSite: 'None' }]);
};
