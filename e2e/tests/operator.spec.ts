import { expectAccessible, expectNoSidewaysScroll } from '../support/accessibility';
import type { Page } from '@playwright/test';
import { join } from 'node:path';
import { RUN_DIR } from '../support/directories';
import { writeBrokenBuild } from '../support/broken-builds';
import { NEXT } from '../support/next-builds';
import { portalCommand, startPortalProcess } from '../support/portal-process';
import { previewOf } from '../support/published';
import { expect, serve, test } from '../support/test';

/** The `OPERATOR_TOKEN` of the tests' portal. */
const TOKEN = 'operator-of-the-tests';
const PORTAL = 'http://localhost:4762';
const OPERATIONS = 'http://localhost:4763';

// Its releases change.
serve(() =>
  startPortalProcess({
    port: 4762,
    dataDir: join(RUN_DIR, 'operator'),
    environment: { OPERATIONS_PORT: '4763', OPERATOR_TOKEN: TOKEN },
  }),
);
test.use({ baseURL: OPERATIONS });
test.describe.configure({ mode: 'default' });

const signInByKeyboard = async (page: Page) => {
  await page.goto('/');
  await page.getByLabel('Operator token').focus();
  await page.keyboard.type(TOKEN);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Releases' })).toBeVisible();
};

const outcome = (page: Page) => page.getByRole('status');

test('every page is accessible, in light and dark, wide and narrow', async ({ page, customer }) => {
  await page.goto('/');
  await expectAccessible(page);
  await signInByKeyboard(page);
  for (const name of ['Releases', 'Messages', 'Customers', 'Imports', 'Tokens', 'Doctor']) {
    await page.getByRole('link', { name }).click();
    await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
    if (name === 'Customers') {
      await page.getByLabel('Email or phone').fill(customer.email);
      await page.getByRole('button', { name: 'Find' }).click();
      await expect(page.getByRole('table', { name: 'Customer' })).toBeVisible();
    }
    for (const colorScheme of ['light', 'dark'] as const)
      for (const width of [1280, 390]) {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width, height: 800 });
        await expectAccessible(page);
        await expectNoSidewaysScroll(page);
      }
  }
});

test('promotes, rolls back, and runs a canary by keyboard', async ({ page }) => {
  await signInByKeyboard(page);
  const login = page.getByRole('region', { name: 'login', exact: true });
  const live = login.getByRole('row').filter({ hasText: 'Live' });
  const before = await live.getByRole('cell').nth(1).innerText();

  /** Opens the form, fills it, and sends it. */
  const change = async (name: string, fill: () => Promise<unknown> = async () => undefined) => {
    await login.getByLabel(`${name} login …`, { exact: true }).press('Enter');
    await fill();
    await login.getByRole('button', { name: `${name} login`, exact: true }).press('Enter');
  };
  await change('Canary', () => login.getByRole('spinbutton', { name: 'Percent' }).fill('25'));
  await expect(outcome(page)).toContainText('is the canary, for 25% of visitors');
  await change('Stop canary');
  await expect(outcome(page)).toContainText('login has no canary.');
  await change('Promote', () => login.getByRole('combobox', { name: 'Version' }).selectOption(NEXT));
  await expect(outcome(page)).toContainText(`login ${NEXT} is live.`);
  await expect(live).toContainText(NEXT);
  await change('Roll back', () => login.getByRole('textbox', { name: 'Why' }).fill('a rehearsal'));
  await expect(outcome(page)).toContainText(`login is back at ${before}.`);
  await expect(live).toContainText('a rehearsal');
});

test('exports a customer, and erases them once “erase” is typed', async ({ page, customer }) => {
  await signInByKeyboard(page);
  await page.getByRole('link', { name: 'Customers' }).click();
  await page.getByLabel('Email or phone').fill(customer.email);
  await page.getByRole('button', { name: 'Find' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  expect((await download).suggestedFilename()).toBe('customer.json');
  await page.getByLabel(`Erase ${customer.email} …`).click();
  const confirmation = page.getByLabel('Type “erase” to confirm');
  const erase = page.getByRole('button', { name: `Erase ${customer.email}` });
  await confirmation.fill('yes');
  await erase.click();
  await expect(outcome(page)).toBeHidden();
  await confirmation.fill('erase');
  await erase.click();
  await expect(outcome(page)).toContainText(`${customer.email} is erased.`);
});

test('a customers’ page reaches nothing of an operator who is signed in', async ({ page, context }) => {
  await signInByKeyboard(page);
  const hostile = await context.newPage();
  await hostile.goto(PORTAL);
  // What a hostile version could do: read the pages, frame them, open them, or send a form.
  const read = await hostile.evaluate(async (url) => {
    const answers = ['include', 'omit'].map((credentials) =>
      fetch(url, { credentials: credentials === 'include' ? 'include' : 'omit' }).then(
        (answer) => answer.text(),
        () => 'refused',
      ),
    );
    return Promise.all(answers);
  }, OPERATIONS);
  expect(read).toEqual(['refused', 'refused']);
  expect(await hostile.evaluate(() => document.cookie)).not.toContain('operator');
  const framed = await context.request.get(OPERATIONS);
  expect(framed.headers()['content-security-policy']).toContain("frame-ancestors 'none'");
  const form = { headers: { origin: PORTAL, 'sec-fetch-site': 'same-site' }, form: { path: '/' } };
  for (const action of ['/actions/outbox/retry', '/sign-out', '/sign-in'])
    expect((await context.request.post(action, form)).status()).toBe(403);
  await hostile.route(`${PORTAL}/form`, (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<form method="post" action="${OPERATIONS}/sign-out"><button>Send</button></form>`,
    }),
  );
  await hostile.goto(`${PORTAL}/form`);
  await hostile.getByRole('button', { name: 'Send' }).click();
  await expect(hostile.getByText('Another site sent this form.')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Sign out', exact: true })).toBeVisible();
});

test('a hostile version in a preview reaches nothing of an operator who is signed in', async ({
  page,
  context,
}) => {
  await signInByKeyboard(page);
  const build = await writeBrokenBuild('login', 'reaches for the operator');
  await portalCommand(PORTAL, 'publish', build, '--version', '6.6.6');
  const hostile = await context.newPage();
  await hostile.goto(`${PORTAL}/login${await previewOf(PORTAL, 'login@6.6.6')}#${OPERATIONS}`);
  await expect(hostile.getByRole('region', { name: 'Preview' })).toContainText('login 6.6.6');
  await expect(hostile.locator('output')).toHaveText('refused refused false');
  await page.reload();
  await expect(page.getByRole('button', { name: 'Sign out', exact: true })).toBeVisible();
});

test('a form without its token is refused, and signing out ends the session', async ({ page, context }) => {
  await signInByKeyboard(page);
  expect((await context.request.post('/actions/outbox/retry', { form: { id: '1' } })).status()).toBe(403);
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await expect(page.getByLabel('Operator token')).toBeVisible();
  await page.goto('/customers');
  await expect(page.getByLabel('Operator token')).toBeVisible();
});

test('a customer’s session opens nothing, and their portal has no such page', async ({ page, context }) => {
  const statusOf = async (address: string) => (await context.request.post(address, { data: {} })).status();
  expect(await statusOf('/work/tokens/list')).toBe(401);
  expect(await statusOf(`${PORTAL}/work/tokens/list`)).toBe(404);
  await page.goto(`${PORTAL}/-/operator`);
  await expect(page.getByLabel('Operator token')).toBeHidden();
});
