import type { Locator, Page } from '@playwright/test';
import { join } from 'node:path';
import { expectAccessibleEverywhere } from '../support/accessibility';
import { takeCustomer, type Customer } from '../support/customers';
import { codeMailedTo } from '../support/delivered';
import { MAIL_DIR, RUN_DIR } from '../support/directories';
import { startMailServer } from '../support/mail-server';
import { operatorCommand } from '../support/server';
import { enterCode, expect, requestCode, serve, servePortal, test } from '../support/test';

/** An administrator's day: finds why a customer got no code, mends it, and sends it again. */

const TOKEN = 'operator-of-the-support';
const OPERATIONS = 'http://localhost:4766';
const MAIL_PORT = 4767;
const NAME = 'support';

/** Whose mailboxes are full, until somebody empties them. */
const full = new Set<string>();

serve(async () => {
  const server = await startMailServer(MAIL_PORT, MAIL_DIR, full);
  return () => new Promise<void>((resolve) => server.close(resolve));
});
const PORTAL = servePortal({
  name: NAME,
  port: 4765,
  environment: {
    OPERATIONS_PORT: '4766',
    OPERATOR_TOKEN: TOKEN,
    SMTP_URL: `smtp://127.0.0.1:${MAIL_PORT}`,
    LIMIT_WRONG_CODES: '2/1d',
  },
});
test.describe.configure({ mode: 'default' });

/** The work must not take longer. */
const DAY_MS = 120_000;

/** A customer who waits for a code that does not come, and has guessed until nobody may guess any more. */
const waitInVain = async (page: Page, { email }: Customer) => {
  full.add(email);
  await page.goto(`${PORTAL}/login`);
  await requestCode(page, email);
  for (const guess of ['000000', '000001', '000002']) await enterCode(page, guess);
  await expect(page.getByText('Too many wrong codes.')).toBeVisible();
};

const LOCKED = (email: string) => new RegExp(`${email}: no attempts until .*`);
const FAILED = /The last code, of .* by email, failed: .*552 The mailbox is full/;

const outcome = (page: Page) => page.getByRole('status');

/** What a person does with a page: by mouse, or by keyboard. */
interface Hand {
  type: (field: Locator, text: string) => Promise<void>;
  press: (button: Locator) => Promise<void>;
}

const mouse: Hand = { type: (field, text) => field.fill(text), press: (button) => button.click() };

/** Reaches everything by Tab alone. */
const keyboardOn = (page: Page): Hand => {
  const reach = async (target: Locator) => {
    for (let steps = 0; steps < 60; steps++) {
      if (await target.evaluate((element) => element === document.activeElement)) return;
      await page.keyboard.press('Tab');
    }
    throw new Error(`Tab does not reach ${String(target)}.`);
  };
  return {
    type: async (field, text) => {
      await reach(field);
      await page.keyboard.press('Control+A');
      await page.keyboard.type(text);
    },
    press: async (button) => {
      await reach(button);
      await page.keyboard.press('Enter');
    },
  };
};

const mendOnPages = async (page: Page, { type, press }: Hand, { email, orders }: Customer, text: string) => {
  await page.goto(`${OPERATIONS}/customers`);
  await type(page.getByLabel('Operator token'), TOKEN);
  await press(page.getByRole('button', { name: 'Sign in' }));
  await type(page.getByLabel('Name, email, phone, or order number'), text);
  await press(page.getByRole('button', { name: 'Find' }));
  const verdict = page.getByRole('region', { name: 'Verdict' });
  await expect(verdict).toContainText(LOCKED(email));
  await expect(verdict).toContainText(FAILED);
  await press(page.getByRole('button', { name: /^Unlock/ }));
  await expect(outcome(page)).toContainText('can ask for codes and try them at once.');
  full.delete(email);
  await press(page.getByRole('button', { name: /^Resend/ }));
  await expect(outcome(page)).toContainText('gets 1 new code');
  await press(page.getByRole('link', { name: 'See the orders' }));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Orders of Customer/);
  await press(page.getByRole('link', { name: `${orders}8` }));
  await expect(page.getByText('The heat exchanger arrives on Friday.')).toBeVisible();
};

const mendByVerbs = async ({ email }: Customer, phone: string) => {
  const run = (...args: string[]) => operatorCommand(join(RUN_DIR, NAME), ['customer', ...args]);
  expect(await run('find', phone)).toContain('Customer');
  const shown = await run('show', email);
  expect(shown).toMatch(LOCKED(email));
  expect(shown).toMatch(FAILED);
  await run('unlock', email);
  full.delete(email);
  expect(await run('resend', email)).toMatch(/resent +codes 1, messages 0/);
};

const signsIn = async (page: Page, { email }: Customer) => {
  await enterCode(page, await codeMailedTo(email));
  await expect(page.getByRole('heading', { name: 'My Service Orders' })).toBeVisible();
};

test('a customer who got no code signs in after two minutes of an operator, by mouse, keyboard, and verbs', async ({
  page,
  browser,
}) => {
  const desk = await (await browser.newContext({ javaScriptEnabled: false })).newPage();
  const ways = {
    mouse: (customer: Customer) => mendOnPages(desk, mouse, customer, `${customer.orders}8`),
    keyboard: (customer: Customer) => mendOnPages(desk, keyboardOn(desk), customer, customer.email),
    verbs: (customer: Customer) => mendByVerbs(customer, customer.phone),
  };
  for (const mend of Object.values(ways)) {
    const customer = await takeCustomer();
    await page.context().clearCookies();
    await waitInVain(page, customer);
    await desk.context().clearCookies();
    const began = Date.now();
    await mend(customer);
    expect(Date.now() - began).toBeLessThan(DAY_MS);
    await signsIn(page, customer);
  }
  await desk.context().close();
});

test('the pages of a customer are accessible, failing and fine, in light and dark, wide and narrow', async ({
  page,
  browser,
  customer,
}) => {
  await waitInVain(page, customer);
  const desk = await (await browser.newContext()).newPage();
  await mendOnPages(desk, mouse, customer, customer.email);
  const opened = desk.url();
  const orders = opened.replace(/\?.*/, '');
  for (const path of [opened, orders, orders.replace(/\/orders$/, '')]) {
    await desk.goto(path);
    await expectAccessibleEverywhere(desk);
  }
  await desk.context().close();
});
