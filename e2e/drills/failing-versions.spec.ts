import { join } from 'node:path';
import { FAULTS, writeBrokenBuild } from '../support/broken-builds';
import { codeMailedTo } from '../support/delivered';
import { routesOf } from '../support/descriptors';
import { RUN_DIR } from '../support/directories';
import { NEXT, nextBuildsIn } from '../support/next-builds';
import { ALL_APPS, portalCommand, startPortalProcess } from '../support/portal-process';
import { releaseOf, untilServed } from '../support/published';
import { TAMPERED, tamper } from '../support/tamper';
import { wholeJourney } from '../support/journey';
import { enterCode, expect, requestCode, test } from '../support/test';

const REMOTES = ['login', 'orders', 'notification-preferences'] as const;

const portal = (name: string, port: number, without?: 'orders') => {
  const dataDir = join(RUN_DIR, name);
  const baseURL = `http://localhost:${port}`;
  test.use({ baseURL });
  let stop: () => Promise<void>;
  test.beforeAll(async () => {
    stop = await startPortalProcess({ port, dataDir, ...(without && { without }) });
  });
  test.afterAll(() => stop());
  return { dataDir, baseURL };
};

test.describe('a canary of every remote', () => {
  test.describe.configure({ mode: 'serial' });
  const { dataDir, baseURL } = portal('broken-canaries', 4704);

  for (const [index, fault] of FAULTS.entries())
    test(`that ${fault.description} falls back to the live version`, async ({ page, customer }) => {
      const version = `2.0.${index}`;
      for (const remote of REMOTES) {
        const build = await writeBrokenBuild(remote, fault, await routesOf(remote));
        await portalCommand(dataDir, 'publish', build, '--version', version);
        await portalCommand(dataDir, 'canary', `${remote}@${version}`, '--percent', '100');
      }
      await untilServed(baseURL, 'notification-preferences', version);
      await wholeJourney(page, customer);
    });
});

test.describe('a live version of every remote', () => {
  const { dataDir, baseURL } = portal('failing-live', 4705);

  /** Of each app, a file that was changed before anybody has read it. */
  const TAMPERED_FILES = { shell: 'entry', login: 'entry', 'notification-preferences': 'chunk' } as const;

  test.beforeAll(async () => {
    for (const [app, file] of Object.entries(TAMPERED_FILES)) {
      const { entry, preload } = (await releaseOf(dataDir, app)).versions[NEXT] ?? {};
      await tamper(dataDir, app, NEXT, String(file === 'entry' ? entry : preload?.[0]));
    }
    for (const app of ALL_APPS) await portalCommand(dataDir, 'promote', `${app}@${NEXT}`);
    await untilServed(baseURL, 'notification-preferences', NEXT);
  });

  test('with a tampered entry, or a tampered or missing chunk, falls back to the previous version', async ({
    page,
    customer,
  }) => {
    await page.route(
      (url) => url.pathname.includes(`/orders/${NEXT}/`) && url.pathname.endsWith('/remote.js'),
      (route) => route.fulfill({ status: 404, json: {} }),
    );
    await wholeJourney(page, customer);
    const marks = await page.evaluate(() => performance.getEntriesByType('mark').map(({ name }) => name));
    expect(marks).not.toContain(TAMPERED);
    expect(await nextBuildsIn(page)).toEqual([]);
  });
});

test.describe('a portal without the orders remote', () => {
  portal('without-orders', 4702, 'orders');

  test('still lets a customer save preferences', async ({ page, customer }) => {
    await page.goto('/login');
    await requestCode(page, customer.email);
    await enterCode(page, await codeMailedTo(customer.email));
    await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'My Current Order' })).toHaveCount(0);

    await page.getByRole('link', { name: 'Notifications' }).click();
    await page.getByRole('checkbox', { name: 'Receive SMS Notifications' }).click();
    await page.getByRole('button', { name: 'Save Preferences' }).click();
    await expect(page.getByText('Preferences saved successfully!')).toBeVisible();
  });
});
