import { request } from '@playwright/test';
import { codeMailedTo } from './delivered';

/**
 * Signs in over HTTP, with the code of the delivered mail.
 * @param portalUrl the portal's URL
 * @param headers sent with every request; they carry the customer's network address
 * @returns the value of the cookie `session_token`
 */
export const openSession = async (
  portalUrl: string,
  email: string,
  headers: Record<string, string>,
): Promise<string> => {
  const browser = await request.newContext({ extraHTTPHeaders: headers });
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
