import { expectAccessible, expectAccessibleEverywhere } from '../support/accessibility';
import type { Page } from '@playwright/test';
import { writeBrokenBuild } from '../support/broken-builds';
import { NEXT } from '../support/next-builds';
import { portalCommand } from '../support/portal-process';
import { previewOf } from '../support/published';
import { expect, servePortal, test } from '../support/test';

/** The `OPERATOR_TOKEN` of the tests' portal. */
const TOKEN = 'operator-of-the-tests';
const OPERATIONS = 'http://localhost:4763';

/** `operator/pages.test.ts` of the server has what the pages do; here, what a browser makes of them. `support.spec.ts` has those of a customer. */

// Its releases change.
const PORTAL = servePortal({
  name: 'operator',
  port: 4762,
  environment: { OPERATIONS_PORT: '4763', OPERATOR_TOKEN: TOKEN },
});
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

test('every page is accessible, in light and dark, wide and narrow', async ({ page }) => {
  await page.goto('/');
  await expectAccessible(page);
  await signInByKeyboard(page);
  for (const name of ['Releases', 'Messages', 'Answers', 'Customers', 'Imports', 'Tokens', 'Doctor']) {
    await page.getByRole('link', { name }).click();
    await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
    await expectAccessibleEverywhere(page);
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
