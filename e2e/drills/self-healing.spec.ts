import { join } from 'node:path';
import { FAULTS, writeBrokenBuild } from '../support/broken-builds';
import { routesOf } from '../support/descriptors';
import { RUN_DIR } from '../support/directories';
import { wholeJourney } from '../support/journey';
import { NEXT, nextBuildsIn } from '../support/next-builds';
import { ALL_APPS, portalCommand, startPortalProcess } from '../support/portal-process';
import { releaseOf } from '../support/published';
import { TAMPERED, tamper } from '../support/tamper';
import { expect, test } from '../support/test';

const REMOTES = ['login', 'orders', 'notification-preferences'] as const;

test.describe('a canary of every remote', () => {
  test.describe.configure({ mode: 'serial' });
  const port = 4704;
  const dataDir = join(RUN_DIR, 'broken-canaries');
  test.use({ baseURL: `http://localhost:${port}` });
  let stop: () => Promise<void>;

  test.beforeAll(async () => {
    stop = await startPortalProcess({ port, dataDir });
  });
  test.afterAll(() => stop());

  for (const [index, fault] of FAULTS.entries()) {
    test(`that ${fault.description} falls back to the live version`, async ({ page, customer }) => {
      const version = `2.0.${index}`;
      for (const remote of REMOTES) {
        const build = await writeBrokenBuild(remote, fault, await routesOf(remote));
        await portalCommand(dataDir, 'publish', build, '--version', version);
        await portalCommand(dataDir, 'canary', `${remote}@${version}`, '--percent', '100');
      }
      await expect
        .poll(async () => (await page.request.get('/registry.json')).text())
        .toContain(`/releases/notification-preferences/${version}/`);
      await wholeJourney(page, customer);
    });
  }

  test('is listed by `portal status` with its failure count', async () => {
    for (const remote of REMOTES)
      await expect
        .poll(() => portalCommand(dataDir, 'status', remote), { timeout: 30_000 })
        .toMatch(new RegExp(`2\\.0\\.${FAULTS.length - 1}[^]*1 of 1`));
  });
});

test.describe('a live version with tampered files', () => {
  const port = 4705;
  const dataDir = join(RUN_DIR, 'tampered');
  test.use({ baseURL: `http://localhost:${port}` });
  let stop: () => Promise<void>;

  test.beforeAll(async () => {
    stop = await startPortalProcess({ port, dataDir });
    for (const app of ALL_APPS) {
      const { entry, preload } = (await releaseOf(dataDir, app)).versions[NEXT] ?? {};
      const fileOf = {
        login: entry,
        shell: entry,
        orders: preload?.[0],
        'notification-preferences': preload?.[0],
      };
      await tamper(dataDir, app, NEXT, String(fileOf[app]));
      await portalCommand(dataDir, 'promote', `${app}@${NEXT}`);
    }
  });
  test.afterAll(() => stop());

  test('falls back to the previous version, whether the entry or a chunk was changed', async ({
    page,
    customer,
  }) => {
    await expect
      .poll(async () => (await page.request.get('/registry.json')).text())
      .toContain(`/releases/notification-preferences/${NEXT}`);
    await wholeJourney(page, customer);
    const marks = await page.evaluate(() => performance.getEntriesByType('mark').map(({ name }) => name));
    expect(marks).not.toContain(TAMPERED);
    expect(await nextBuildsIn(page)).toEqual([]);
  });
});
