import { expect, test as base } from '@playwright/test';
import { customerEmail, ordersPrefix, takeCustomer } from './customers';
import { ENGINES, type Engine } from './engines';
import type { Visitor } from './visitor';

interface Fixtures {
  /** A customer at a browser of this project's engine. A test fails if the console has a warning or an error. */
  visitor: Visitor;
  /** A customer with ten orders, used by this test only. */
  customer: { email: string; orders: string };
}

interface WorkerFixtures {
  engine: Engine;
  start: Awaited<ReturnType<(typeof ENGINES)[Engine]>>;
}

/** The only expected message on the console: `/auth-check` answers 401 before the sign-in. */
const EXPECTED = /status of 401/;

export const test = base.extend<Fixtures, WorkerFixtures>({
  engine: ['chromium', { option: true, scope: 'worker' }],
  // Downloads Debian's packages the first time.
  start: [async ({ engine }, use) => use(await ENGINES[engine]()), { scope: 'worker', timeout: 600_000 }],
  visitor: async ({ start }, use) => {
    const complaints: string[] = [];
    const { visitor, close } = await start((level, text) => {
      if (/^(warn|error)/.test(level) && !EXPECTED.test(text)) complaints.push(text);
    });
    await use(visitor);
    await close();
    expect(complaints).toEqual([]);
  },
  customer: async ({}, use) => {
    const index = await takeCustomer();
    await use({ email: customerEmail(index), orders: ordersPrefix(index) });
  },
});

export { expect };
