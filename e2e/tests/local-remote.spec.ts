import { spawn, type ChildProcess } from 'node:child_process';
import { RUN_DIR } from '../support/directories';
import { join } from 'node:path';
import { codeMailedTo } from '../support/delivered';
import { startPortalProcess } from '../support/portal-process';
import { exitCode } from '../support/run';
import { scratchWorkspace, type ScratchWorkspace } from '../support/scratch-workspace';
import { enterCode, expect, requestCode, test } from '../support/test';

const LOCAL = 'http://localhost:3002';
const SCREEN = 'apps/orders/src/order-list/service-orders-screen.tsx';

test.describe('a portal with ALLOW_LOCAL_REMOTES', () => {
  // The first build of a dev server is slow on a busy machine.
  test.describe.configure({ timeout: 180_000 });
  const port = 4708;
  // The dev server would get this header, too, and a real portal never sends it there.
  test.use({ baseURL: `http://localhost:${port}`, extraHTTPHeaders: {} });
  let team: ScratchWorkspace;
  let devServer: ChildProcess;
  let devServerEnded: Promise<unknown>;
  let stop: () => Promise<void>;

  test.beforeAll(async () => {
    stop = await startPortalProcess({
      port,
      dataDir: join(RUN_DIR, 'local-remotes'),
      environment: { ALLOW_LOCAL_REMOTES: 'true' },
    });
    team = await scratchWorkspace('local');
    // A process group of its own: pnpm's child processes end with it.
    devServer = spawn('pnpm', ['--filter', 'orders', 'dev:federated'], {
      cwd: team.directory,
      stdio: 'ignore',
      detached: true,
    });
    devServerEnded = exitCode(devServer);
    await expect(async () => {
      expect((await fetch(`${LOCAL}/build.json`)).ok).toBe(true);
    }).toPass({ timeout: 120_000, intervals: [200] });
  });
  test.afterAll(async () => {
    if (devServer.pid) process.kill(-devServer.pid, 'SIGTERM');
    await devServerEnded;
    await stop();
  });

  test("shows a developer's local remote, and reloads it after each change", async ({ page, customer }) => {
    await page.goto(`/?preview=orders@${LOCAL}`);
    await expect(page.getByRole('region', { name: 'Preview' })).toContainText(`orders ${LOCAL}`);
    await requestCode(page, customer.email);
    await enterCode(page, await codeMailedTo(customer.email));
    await expect(page.getByRole('heading', { name: 'My Service Orders' })).toBeVisible();
    const sources = await page.evaluate(() =>
      performance.getEntriesByType('resource').map(({ name }) => name),
    );
    expect(sources.filter((url) => url.startsWith(`${LOCAL}/`))).not.toEqual([]);
    expect(sources.filter((url) => url.includes('/releases/orders/'))).toEqual([]);

    await team.edit(SCREEN, (text) => text.replace('My Service Orders', 'Orders at hand'));
    await expect(page.getByRole('heading', { name: 'Orders at hand' })).toBeVisible({ timeout: 90_000 });
  });
});
