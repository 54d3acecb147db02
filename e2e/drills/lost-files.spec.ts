import { join } from 'node:path';
import { RUN_DIR } from '../support/directories';
import { wholeJourney } from '../support/journey';
import { NEXT, nextBuildsIn } from '../support/next-builds';
import { ALL_APPS, portalCommand, startPortalProcess } from '../support/portal-process';
import { expect, test } from '../support/test';

test.describe('a live version of every remote', () => {
  test.describe.configure({ mode: 'serial' });
  const port = 4718;
  const dataDir = join(RUN_DIR, 'lost-files');
  test.use({ baseURL: `http://localhost:${port}` });
  let stop: () => Promise<void>;

  test.beforeAll(async () => {
    stop = await startPortalProcess({ port, dataDir });
    for (const app of ALL_APPS) await portalCommand(dataDir, 'promote', `${app}@${NEXT}`);
  });
  test.afterAll(() => stop());

  for (const [kind, file] of [
    ['entry', 'remoteEntry.js'],
    ['chunk', 'remote.js'],
  ] as const) {
    test(`with a missing ${kind} falls back to the previous version`, async ({ page, customer }) => {
      await page.route(
        (url) => url.pathname.includes(`/${NEXT}/`) && url.pathname.endsWith(`/${file}`),
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
