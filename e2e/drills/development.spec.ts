import { once } from 'node:events';
import { cp } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { startDevServer, type DevServer } from '../support/dev-server';
import { WORKSPACE } from '../support/directories';
import { scratchWorkspace, type ScratchWorkspace } from '../support/scratch-workspace';
import { expect, test } from '../support/test';

/** This file exports a title beside its component, so an edit replaces the whole remote. */
const SCREEN = 'apps/login/src/sign-in-screen.tsx';
/** This file exports only a component, so an edit replaces just this file. */
const STEP = 'apps/login/src/identify-step.tsx';

// A remote alone is served by its mocks, in a service worker.
test.use({ serviceWorkers: 'allow' });

test.describe('a developer in the workspace', () => {
  test.describe.configure({ mode: 'serial', timeout: 300_000 });
  let team: ScratchWorkspace;

  test.beforeAll(async () => {
    team = await scratchWorkspace('development');
    // Copies the last builds of the other remotes.
    for (const remote of ['orders', 'notification-preferences'])
      await cp(join(WORKSPACE, 'apps', remote, 'dist'), join(team.directory, 'apps', remote, 'dist'), {
        recursive: true,
      });
  });

  /** Edits the sign-in twice. Expects the page to show the edits and to keep the typed text. */
  const editAndKeep = async (page: Page): Promise<void> => {
    const email = page.getByRole('textbox', { name: 'Email' });
    await email.fill('ann@example.com');
    await page.evaluate(() => performance.mark('this page'));
    await team.edit(SCREEN, (text) => text.replace("i18n.t('Sign in')", "i18n.t('Come in')"));
    await expect(page.getByRole('heading', { name: 'Come in' })).toBeVisible({ timeout: 30_000 });
    await expect(email).toHaveValue('ann@example.com');
    await team.edit(STEP, (text) => text.replace("i18n.t('Send Code')", "i18n.t('Send it')"));
    await expect(page.getByRole('button', { name: 'Send it' })).toBeVisible({ timeout: 30_000 });
    await expect(email).toHaveValue('ann@example.com');
    const overlay = page.locator('#webpack-dev-server-client-overlay');
    await team.edit(STEP, (text) => `${text}const broken = (;\n`);
    await expect(overlay).toHaveCount(1, { timeout: 30_000 });
    await team.edit(STEP, (text) => text.replace('const broken = (;\n', ''));
    await expect(overlay).toHaveCount(0, { timeout: 30_000 });
    await expect(email).toHaveValue('ann@example.com');
    expect(await page.evaluate(() => performance.getEntriesByName('this page').length)).toBe(1);
    await team.edit(SCREEN, (text) => text.replace('Come in', 'Sign in'));
    await team.edit(STEP, (text) => text.replace('Send it', 'Send Code'));
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible({ timeout: 30_000 });
  };

  const withServer = async (server: DevServer, work: (url: string) => Promise<void>): Promise<void> => {
    await work(server.url).finally(server.stop);
  };

  test('`pnpm --filter login dev` keeps typed text when a screen changes', async ({ page }) => {
    const server = await startDevServer('pnpm --filter login dev', team.directory, process.env);
    await withServer(server, async (url) => {
      await page.goto(url);
      await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible({ timeout: 60_000 });
      await editAndKeep(page);
    });
  });

  test('`pnpm dev login` keeps typed text in the whole portal, with the last builds of the other remotes, on a free port', async ({
    page,
  }) => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const address = taken.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    const environment = { ...process.env, PORT: String(port), LOG_LEVEL: 'error' };
    const server = await startDevServer('pnpm dev login', team.directory, environment);
    await withServer(server, async (url) => {
      expect(Number(new URL(url).port)).toBeGreaterThan(port ?? 0);
      await page.goto(url);
      await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible({ timeout: 60_000 });
      await editAndKeep(page);
      const registry = await (await page.request.get(`${url}/registry.json`)).text();
      expect(registry).toContain('portal_login_00000000');
      for (const remote of ['orders', 'notification_preferences'])
        expect(registry).toMatch(new RegExp(`portal_${remote}_(?!0{8})`));
    });
    taken.close();
  });

  test('`pnpm --filter login dev:federated` serves the remote for a portal', async () => {
    const server = await startDevServer('pnpm --filter login dev:federated', team.directory, process.env);
    const isServed = async (url: string) => expect((await fetch(`${url}/mf-manifest.json`)).ok).toBe(true);
    await withServer(server, (url) => expect(() => isServed(url)).toPass({ timeout: 120_000 }));
  });

  test('`pnpm dev` with an unknown name lists the known ones', async () => {
    const server = startDevServer('pnpm dev odrers', team.directory, process.env);
    await expect(server).rejects.toThrow(/Unknown app odrers\. Name one of: .*orders/);
  });
});
