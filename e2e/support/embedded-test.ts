import { EMBEDDED_URL, HOST_URL } from './addresses';
import { userAgentAt } from './load-balancer';
import { openSession } from './session';
import { addressOf, test as base } from './test';

/** `test` for pages of other origins: the client address is in the User-Agent, which needs no CORS permission. */
export const test = base.extend({
  extraHTTPHeaders: {},
  userAgent: async ({ index }, use) => {
    await use(userAgentAt(addressOf(index)));
  },
  /** Signs in over HTTP for the company's site, without opening a page. */
  signIn: async ({ context, userAgent }, use) => {
    await use(async (email) => {
      const value = await openSession(EMBEDDED_URL, email, { 'user-agent': userAgent ?? '' });
      const { protocol, hostname } = new URL(HOST_URL);
      await context.addCookies([
        {
          name: 'session_token',
          value,
          domain: new URL(EMBEDDED_URL).hostname,
          path: '/',
          httpOnly: true,
          secure: true,
          sameSite: 'None',
          partitionKey: `${protocol}//${hostname}`,
        },
      ]);
    });
  },
});

export { expect } from './test';
