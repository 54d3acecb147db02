import { chromium, expect, firefox, test as base, webkit } from '@playwright/test';
import { startByBidi } from './bidi';
import { customerEmail, ordersPrefix } from './customers';
import { startOnDisplay } from './display';
import type { Engine } from './engines';
import { takeCustomer } from './take-customer';
import { visitorOf, type Visitor } from './visitor';

interface Fixtures {
  /** A customer at a browser of this project's engine. A test fails if the console has a warning or an error. */
  visitor: Visitor;
  /** A customer with ten orders, used by this test only. */
  customer: { email: string; orders: string };
}

/** The only expected message on the console: `/auth-check` answers 401 before the sign-in. */
const EXPECTED = /status of 401/;

const open = async (engine: Engine, complaints: string[]) => {
  const hear = (level: string, text: string) => {
    if (/^(warn|error)/.test(level) && !EXPECTED.test(text)) complaints.push(text);
  };
  if (engine.driver === 'webdriver') return startOnDisplay(engine);
  if (engine.driver === 'bidi') return startByBidi(engine, hear);
  const browser = await { chromium, firefox, webkit }[engine.name].launch(engine.options);
  const page = await browser.newPage({ locale: 'en-US' });
  page.on('pageerror', ({ message }) => complaints.push(message));
  page.on('console', (message) => hear(message.type(), message.text()));
  return { visitor: visitorOf(page), close: () => browser.close() };
};

export const test = base.extend<Fixtures, { engine: Engine }>({
  engine: [undefined as never, { option: true, scope: 'worker' }],
  visitor: async ({ engine }, use) => {
    const complaints: string[] = [];
    const { visitor, close } = await open(engine, complaints);
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
