import { EMBEDDED_URL, HOST_URL } from './addresses';
import { userAgentAt } from './load-balancer';
import { openSession } from './session';
import { addressOf, test as base } from './test';

/** As the other tests, in pages of other origins: the address is said in a way that needs nobody's permission. */
export const test = base.extend({
  extraHTTPHeaders: {},
  userAgent: async ({ index }, use) => {
    await use(userAgentAt(addressOf(index)));
  },
  /** Signs in over HTTP for the pages of the company's site; opens none of them. */
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

export { expect, type Customer } from './test';
