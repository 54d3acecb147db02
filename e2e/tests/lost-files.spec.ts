import { join } from 'node:path';
import { RUN_DIR } from '../portal/directories';
import { wholeJourney } from '../portal/journey';
import { NEXT, nextBuildsIn, publishNext } from '../portal/next-builds';
import { ALL_APPS, portalCommand, startPortalProcess } from '../portal/portal-process';
import { versionNumbered } from '../portal/published';
import { expect, test } from '../portal/test';

test.describe('a live version of every remote', () => {
  test.describe.configure({ mode: 'serial' });
  const port = 4718;
  const dataDir = join(RUN_DIR, 'lost-files');
  test.use({ baseURL: `http://localhost:${port}` });
  let stop: () => Promise<void>;

  test.beforeAll(async () => {
    stop = await startPortalProcess({ port, dataDir, apps: ALL_APPS });
    await publishNext(dataDir);
    for (const app of ALL_APPS)
      await portalCommand(dataDir, 'promote', `${app}@${await versionNumbered(dataDir, app, NEXT)}`);
  });
  test.afterAll(() => stop());

  for (const [what, file] of [
    ['entry', 'remoteEntry.js'],
    ['chunk', 'remote.js'],
  ] as const) {
    test(`whose ${what} is gone gives way to the one before`, async ({ page, customer }) => {
      await page.route(
        (url) => url.pathname.includes(`/${NEXT}-`) && url.pathname.endsWith(`/${file}`),
        (route) => route.fulfill({ status: 404, json: {} }),
      );
      await expect
        .poll(async () => (await page.request.get('/registry.json')).text())
        .toContain(`/releases/notification-preferences/${NEXT}`);
      await wholeJourney(page, customer);
      expect((await nextBuildsIn(page)).filter((build) => !build.startsWith('shell'))).toEqual([]);
    });
  }
});
