import type { Page } from '@playwright/test';
import fastify from 'fastify';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { RUN_DIR } from '../support/directories';
import { wholeJourney } from '../support/journey';
import { NEXT, nextBuildsIn } from '../support/next-builds';
import { portalCommand, startPortalProcess, type App } from '../support/portal-process';
import { previewOf, untilServed } from '../support/published';
import { expect, serve, test } from '../support/test';
import { writeWidgetBuild } from '../support/widget-builds';

const PORT = 4780;
const PORTAL = `http://localhost:${PORT}`;
test.describe.configure({ mode: 'default' });
test.use({ baseURL: PORTAL });

// A team has once built a slice with a widget and a back end.
serve(async () => {
  const backEnd = fastify();
  backEnd.get('/claims', async () => 3);
  const api = await backEnd.listen({ port: 0, host: '127.0.0.1' });
  const REMOTES = join(RUN_DIR, 'skew-remotes.json');
  await writeFile(REMOTES, JSON.stringify({ warranty: { api, settings: { years: 5 } } }));
  const dataDir = join(RUN_DIR, 'skew');
  const stopPortal = await startPortalProcess({ port: PORT, dataDir, environment: { REMOTES } });
  const slice = await writeWidgetBuild('is built with 1.1');
  await portalCommand(PORTAL, 'publish', slice, '--version', '1.0.0', '--promote');
  await untilServed(PORTAL, 'warranty', '1.0.0');
  return () => Promise.all([stopPortal(), backEnd.close()]);
});

const widgetIn = (page: Page) => page.getByRole('group', { name: 'Warranty' });

/** Pairwise combinations: any two apps meet in all four combinations of current and next version. */
const AHEAD: App[][] = [
  [],
  ['shell', 'login', 'orders'],
  ['shell', 'notification-preferences'],
  ['login', 'notification-preferences'],
  ['orders', 'notification-preferences'],
];

for (const ahead of AHEAD) {
  const title = ahead.length > 0 ? `${ahead.join(', ')} one version ahead` : 'all apps current';
  const preview = () => previewOf(PORTAL, ...ahead.map((app) => `${app}@${NEXT}`));

  test(`a slice built with 1.1, with ${title}`, async ({ page, customer, signIn }) => {
    if (ahead.length > 0) await page.goto(`/${await preview()}`);
    await signIn(customer.email, `/service-order/${customer.orders}8`);
    await expect(widgetIn(page)).toHaveText(`${customer.orders}8, 5 years, 3 claims`);
    await expect(page.getByRole('link', { name: 'Warranty, 3 new' })).toBeVisible();
  });

  test(`a whole visit with ${title}`, async ({ page, customer }) => {
    if (ahead.length > 0) await page.goto(`/${await preview()}`);

    await wholeJourney(page, customer);
    expect(new Set(await nextBuildsIn(page))).toEqual(new Set(ahead.map((app) => `${app} ${NEXT}`)));
  });
}
