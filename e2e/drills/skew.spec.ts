import type { Page } from '@playwright/test';
import fastify from 'fastify';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { RUN_DIR } from '../support/directories';
import { wholeJourney } from '../support/journey';
import { NEXT, nextBuildsIn } from '../support/next-builds';
import type { App } from '../support/portal-process';
import { previewOf, releaseBuild } from '../support/published';
import { expect, serve, servePortal, test } from '../support/test';
import { writeWidgetBuild } from '../support/widget-builds';

const REMOTES = join(RUN_DIR, 'skew-remotes.json');

// A team has built a slice with a widget and a back end, and builds it no more.
serve(async () => {
  const backEnd = fastify();
  backEnd.get('/claims', async () => 3);
  const api = await backEnd.listen({ port: 0, host: '127.0.0.1' });
  await writeFile(REMOTES, JSON.stringify({ warranty: { api, settings: { years: 5 } } }));
  return () => backEnd.close();
});
const PORTAL = servePortal({ name: 'skew', port: 4780, environment: { REMOTES } });
test.describe.configure({ mode: 'default' });
test.use({ baseURL: PORTAL });
test.beforeAll(async () => {
  const directory = await writeWidgetBuild('is built once');
  await releaseBuild(PORTAL, { name: 'warranty', version: '1.0.0', directory });
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

  test(`a slice that was built once, with ${title}`, async ({ page, customer, signIn }) => {
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
