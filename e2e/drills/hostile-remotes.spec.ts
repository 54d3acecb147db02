import type { Page } from '@playwright/test';
import { join } from 'node:path';
import { REPORTED_WITHIN_MS, THROWING, writeBrokenBuild } from '../support/broken-builds';
import { routesOf } from '../support/descriptors';
import { RUN_DIR } from '../support/directories';
import { portalCommand, startPortalProcess } from '../support/portal-process';
import { releaseOf, untilServed } from '../support/published';
import { expect, test } from '../support/test';

const REMOTE = 'notification-preferences';

const port = 4756;
const dataDir = join(RUN_DIR, 'hostile-remotes');
const baseURL = `http://localhost:${port}`;

test.describe.configure({ mode: 'serial' });
test.use({ baseURL });
let stop: () => Promise<void>;
test.beforeAll(async () => {
  stop = await startPortalProcess({ port, dataDir });
});
test.afterAll(() => stop());

const publishThrowing = async (version: string): Promise<void> => {
  const build = await writeBrokenBuild(REMOTE, THROWING, await routesOf(REMOTE));
  await portalCommand(dataDir, 'publish', build, '--version', version);
};

test.describe('the portal automatically', () => {
  /** Sends reports like nine other customers' browsers, each on its own network. This test's browser is the tenth. */
  const othersReport = async (outcome: object): Promise<void> => {
    for (let other = 1; other < 10; other += 1) {
      const { status } = await fetch(`${baseURL}/telemetry`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-forwarded-for': `203.0.113.${other}`,
          cookie: `portal_visitor=another-visitor-${String(other).padStart(6, '0')}`,
        },
        body: JSON.stringify({ remote: REMOTE, durationMs: 6000, ...outcome }),
      });
      expect(status).toBe(204);
    }
  };

  const historySays = (change: RegExp) =>
    expect
      .poll(async () => (await portalCommand(dataDir, 'status', REMOTE)).replaceAll(/\s+/g, ' '), {
        timeout: REPORTED_WITHIN_MS,
      })
      .toMatch(change);

  const isOff = (version: string) =>
    expect.poll(async () => (await fetch(`${baseURL}/registry.json`)).text()).not.toContain(`/${version}/`);

  /** Opens the screen, which another version shows, until this browser's failure is reported. */
  const failsIn = async (page: Page, version: string): Promise<void> => {
    await page.getByRole('link', { name: 'Notifications' }).click();
    await expect(page.getByRole('checkbox', { name: 'Receive Email Notifications' })).toBeVisible();
    await expect
      .poll(() => portalCommand(dataDir, 'status', REMOTE), { timeout: REPORTED_WITHIN_MS })
      .toContain(`1 × init in ${version}`);
  };

  test('stops a canary that throws', async ({ page, customer, signIn }) => {
    const version = '3.0.0';
    await publishThrowing(version);
    await portalCommand(dataDir, 'canary', `${REMOTE}@${version}`, '--percent', '100');
    await untilServed(baseURL, REMOTE, version);
    await signIn(customer.email);
    await failsIn(page, version);
    await othersReport({ version, event: 'fell-back', cause: 'init' });
    await historySays(/canary 3\.0\.0 ended by the portal: canary 3\.0\.0: 10 of 10 pages failed/);
    await isOff(version);
  });

  test('rolls back a live version that fails on most first pages', async ({ page, customer, signIn }) => {
    const version = '3.1.0';
    const { live } = await releaseOf(dataDir, REMOTE);
    await publishThrowing(version);
    await portalCommand(dataDir, 'promote', `${REMOTE}@${version}`);
    await untilServed(baseURL, REMOTE, version);
    await signIn(customer.email);
    await failsIn(page, version);
    await othersReport({ version, event: 'fell-back', cause: 'init' });
    await historySays(new RegExp(`rollback ${live} by the portal: 3\\.1\\.0 failed on 10 of 10 first pages`));
    await isOff(version);
  });
});
