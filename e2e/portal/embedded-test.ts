import { userAgentAt } from './load-balancer';
import { addressOf, test as base } from './test';

/** As the other tests, in pages of other origins: the address is said in a way that needs nobody's permission. */
export const test = base.extend({
  extraHTTPHeaders: {},
  userAgent: async ({ index }, use) => {
    await use(userAgentAt(addressOf(index)));
  },
});

export { expect, type Customer } from './test';
