import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { RUN_DIR } from '../support/directories';
import { startPortalProcess } from '../support/portal-process';
import { releaseOf, versionNumbered, VISITORS, visitorsWith } from '../support/published';
import { scratchWorkspace, type ScratchWorkspace } from '../support/scratch-workspace';
import { expect, signInHere, test } from '../support/test';

test.describe('one portal that is never restarted', () => {
  test.describe.configure({ mode: 'serial', timeout: 180_000 });
  const port = 4703;
  const dataDir = join(RUN_DIR, 'release-day');
  const baseURL = `http://localhost:${port}`;
  let page: Page;
  let team: ScratchWorkspace;
  let stop: () => Promise<void>;
  let shellBefore: Awaited<ReturnType<typeof releaseOf>>;

  /** Runs `portal` in the team's checkout, on the releases of this portal. */
  const portal = (...args: string[]) => team.node('apps/server/src/portal.ts', ...args);

  const visitAs = (visitor = '') =>
    page.context().addCookies([{ name: 'portal_visitor', value: visitor, url: baseURL }]);

  const reloadUntil = (shown: () => Promise<unknown>) =>
    expect(async () => {
      await page.reload();
      await shown();
    }).toPass({ timeout: 20_000, intervals: [200] });

  const listHasHeading = (heading: string) =>
    reloadUntil(() =>
      expect(page.getByRole('heading', { name: heading, exact: true })).toBeVisible({ timeout: 2000 }),
    );

  test.beforeAll(async ({ browser }) => {
    stop = await startPortalProcess({ port, dataDir });
    team = await scratchWorkspace('team', { DATA_DIR: dataDir, RELEASED_BY: 'the orders team' });
    shellBefore = await releaseOf(baseURL, 'shell');
    page = await (await browser.newContext({ baseURL })).newPage();
  });
  test.afterAll(async () => {
    await page.context().close();
    await stop();
  });

  test('a customer signs in', async ({ customer }) => {
    await page.goto('/login');
    await signInHere(page, customer.email);
  });

  test('a new remote, created by one command, appears in the drawer once it is promoted', async () => {
    await team.pnpm('--silent', 'portal', 'new', 'invoices');
    await team.pnpm('install', '--offline', '--no-frozen-lockfile', '--reporter=silent');
    await team.pnpm('--filter', 'invoices', 'test');
    await team.pnpm('--filter', 'invoices', 'build');
    await portal('publish', 'invoices');
    await page.reload();
    await expect(page.getByRole('link', { name: 'Notifications' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Invoices' })).toHaveCount(0);

    await portal('promote', `invoices@${await versionNumbered(baseURL, 'invoices', '1.0.0')}`);
    await reloadUntil(() =>
      expect(page.getByRole('link', { name: 'Invoices' })).toBeVisible({ timeout: 2000 }),
    );
    await page.getByRole('link', { name: 'Invoices' }).click();
    await expect(page.getByRole('heading', { name: 'Invoices' })).toBeVisible();
    await page.goBack();
  });

  test('a canary of orders goes to a tenth of the visitors', async () => {
    await team.edit('apps/orders/package.json', (text) => text.replace('"1.0.0"', '"2.0.0"'));
    await team.edit('apps/orders/src/list/service-orders-screen.tsx', (text) =>
      text.replaceAll('My Service Orders', 'Your Orders'),
    );
    await team.pnpm('--filter', 'orders', 'build');
    await portal('publish', 'orders');
    const next = await versionNumbered(baseURL, 'orders', '2.0.0');
    await portal('canary', `orders@${next}`, '--percent', '10');

    const visitorsInCanary = () => visitorsWith(baseURL, 'orders', next);
    // The server looks for changes once a second.
    await expect.poll(visitorsInCanary).not.toEqual([]);
    const inCanary = await visitorsInCanary();
    expect(inCanary.length).toBeGreaterThanOrEqual(5);
    expect(inCanary.length).toBeLessThanOrEqual(15);

    await visitAs(inCanary[0]);
    await listHasHeading('Your Orders');
    // The next test opens a tab with the live version: leave the canary.
    await visitAs(VISITORS.find((visitor) => !inCanary.includes(visitor)));
    await listHasHeading('My Service Orders');
  });

  test('promoting it reaches everybody, while a tab opened before keeps working', async () => {
    const openBefore = await page.context().newPage();
    await openBefore.goto('/service-orders');
    await expect(openBefore.getByRole('heading', { name: 'My Service Orders' })).toBeVisible();

    await portal('promote', `orders@${await versionNumbered(baseURL, 'orders', '2.0.0')}`);
    await listHasHeading('Your Orders');

    await openBefore.getByRole('link', { name: 'Notifications' }).click();
    await expect(openBefore.getByRole('checkbox', { name: 'Receive SMS Notifications' })).toBeVisible();
    await openBefore.getByRole('link', { name: 'All Service Orders' }).click();
    await expect(openBefore.getByRole('heading', { name: 'My Service Orders' })).toBeVisible();
    await openBefore.close();
  });

  test('a rollback brings the previous version back', async () => {
    await portal('rollback', 'orders', '--why', 'The old heading was better');
    await listHasHeading('My Service Orders');
    expect(
      (await releaseOf(baseURL, 'orders')).history.map(({ action, who }) => `${action} by ${who}`),
    ).toEqual(expect.arrayContaining(['canary by the orders team', 'rollback by the orders team']));
  });

  test('the shell has not changed', async () => {
    expect(await releaseOf(baseURL, 'shell')).toEqual(shellBefore);
  });
});
