import type { Page } from '@playwright/test';
import { readBuild } from '@portal/releases';
import { writeBrokenBuild } from '../support/broken-builds';
import { wholeJourney } from '../support/journey';
import { NEXT, nextBuild, nextBuildsIn } from '../support/next-builds';
import { ALL_APPS, portalCommand, type App } from '../support/portal-process';
import { releaseOf, tampered, untilServed } from '../support/published';
import { expect, servePortal, test } from '../support/test';

const REMOTES = ['login', 'orders', 'notification-preferences'] as const;
const REMOTE = 'notification-preferences';

const baseURL = servePortal({ name: 'failing-versions', port: 4756 });
test.describe.configure({ mode: 'serial' });
test.use({ baseURL });

const publishThrowing = async (remote: string, version: string): Promise<void> => {
  const build = await writeBrokenBuild(remote, 'throws as it starts');
  await portalCommand(baseURL, 'publish', build, '--version', version);
};

/** `portal status`, until it matches: reports are written every two seconds. */
const statusSays = (text: RegExp) =>
  expect
    .poll(async () => (await portalCommand(baseURL, 'status', REMOTE)).replaceAll(/\s+/g, ' '))
    .toMatch(text);

/** This browser's page has failed: nine other customers' browsers, each on its own network, report the same. */
const othersReport = async (version: string): Promise<void> => {
  await statusSays(new RegExp(`1 × init in ${version}`));
  for (let other = 1; other < 10; other += 1) {
    const { status } = await fetch(`${baseURL}/telemetry`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-forwarded-for': `203.0.113.${other}`,
        cookie: `portal_visitor=another-visitor-${String(other).padStart(6, '0')}`,
      },
      body: JSON.stringify({ remote: REMOTE, version, event: 'fell-back', cause: 'init', durationMs: 6000 }),
    });
    expect(status).toBe(204);
  }
};

const isOff = (version: string) =>
  expect.poll(async () => (await fetch(`${baseURL}/registry.json`)).text()).not.toContain(`/${version}/`);

/** Has the entry, or the first chunk, of the next version of an app arrive changed. */
const tamper = async (page: Page, app: App, file: 'entry' | 'chunk'): Promise<void> => {
  const { entry, preload } = await readBuild(nextBuild(app));
  await page.route(`**/${app}/${NEXT}/${file === 'entry' ? entry : preload[0]}*`, tampered);
};

test('a live version of every app with a tampered entry, or a tampered or missing chunk, falls back to the previous one', async ({
  page,
  customer,
}) => {
  for (const app of ALL_APPS) await portalCommand(baseURL, 'promote', `${app}@${NEXT}`);
  await untilServed(baseURL, REMOTE, NEXT);
  await tamper(page, 'shell', 'entry');
  await tamper(page, 'login', 'entry');
  await tamper(page, REMOTE, 'chunk');
  await page.route(`**/orders/${NEXT}/remote.js*`, (route) => route.fulfill({ status: 404, json: {} }));
  await wholeJourney(page, customer);
  expect(await page.evaluate(() => performance.getEntriesByName('tampered'))).toEqual([]);
  expect(await nextBuildsIn(page)).toEqual([]);
});

test('a canary of every remote that throws falls back to the live version, and the portal stops it', async ({
  page,
  customer,
}) => {
  const version = '3.0.0';
  for (const remote of REMOTES) {
    await publishThrowing(remote, version);
    await portalCommand(baseURL, 'canary', `${remote}@${version}`, '--percent', '100');
  }
  await untilServed(baseURL, REMOTE, version);
  await wholeJourney(page, customer);
  await othersReport(version);
  await statusSays(/canary 3\.0\.0 ended by the portal: canary 3\.0\.0: 10 of 10 pages failed/);
  await isOff(`${REMOTE}/${version}`);
});

test('the portal rolls back a live version that fails on most first pages', async ({
  page,
  customer,
  signIn,
}) => {
  const version = '3.1.0';
  const { live } = await releaseOf(baseURL, REMOTE);
  await publishThrowing(REMOTE, version);
  await portalCommand(baseURL, 'promote', `${REMOTE}@${version}`);
  await untilServed(baseURL, REMOTE, version);
  await signIn(customer.email, '/notification-preferences');
  await expect(page.getByRole('checkbox', { name: 'Receive Email Notifications' })).toBeVisible();
  await othersReport(version);
  await statusSays(
    new RegExp(`rollback ${live?.version} by the portal: 3\\.1\\.0 failed on 10 of 10 first pages`),
  );
  await isOff(`${REMOTE}/${version}`);
});
