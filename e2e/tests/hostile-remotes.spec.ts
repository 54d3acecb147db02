import type { Page } from '@playwright/test';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  BREAKING_REACT,
  FAULTS,
  FREEZING,
  HEAVY,
  MEDDLING,
  NEVER_STARTING,
  REPORTED_WITHIN_MS,
  SECOND_REACT,
  writeBrokenBuild,
  type Fault,
} from '../support/broken-builds';
import { descriptorFile, descriptorOf, routesOf } from '../support/descriptors';
import { RUN_DIR } from '../support/directories';
import { portalCommand, startPortalProcess } from '../support/portal-process';
import { releaseOf, untilServed } from '../support/published';
import { expect, test } from '../support/test';

const REMOTE = 'notification-preferences';
const PATH = '/notification-preferences';

// A page in an endless loop takes a whole core, so only one runs at a time.
test.describe.configure({ mode: 'serial' });

/** The actions of a team that publishes to a portal. */
const teamOf = (dataDir: string, portalUrl: string) => {
  const publish = async (
    fault: Fault,
    version: string,
    descriptor = descriptorFile(REMOTE),
  ): Promise<void> => {
    const from = await writeBrokenBuild(REMOTE, fault, await routesOf(REMOTE));
    const build = ['--version', version, '--from', from, '--descriptor', descriptor];
    await portalCommand(dataDir, 'publish', REMOTE, ...build);
  };
  return {
    publish,
    promote: async (fault: Fault, version: string): Promise<void> => {
      await publish(fault, version);
      await portalCommand(dataDir, 'promote', `${REMOTE}@${version}`);
      await untilServed(portalUrl, REMOTE, version);
    },
    /** Expects `portal status` to list the version with the cause of its failure. */
    isReported: (version: string, cause: string, { laterMs = 0 }: Partial<Fault> = {}) =>
      expect
        .poll(() => portalCommand(dataDir, 'status', REMOTE), {
          timeout: REPORTED_WITHIN_MS + laterMs,
          intervals: [200],
        })
        .toContain(`1 × ${cause} in ${version}`),
  };
};

/** Opens the screen of a version, and waits until its code is about to run. */
const openUntilItRuns = async (page: Page, version: string): Promise<void> => {
  const entry = page.waitForResponse(`**/releases/${REMOTE}/${version}/remoteEntry.js`);
  await page.goto(PATH, { waitUntil: 'commit' });
  await entry;
};

/** Expects the other screens and the previous version to work, without a request for the faulty version. */
const nextVisit = async (page: Page, version: string): Promise<void> => {
  await page.goto('/service-orders');
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  await expect(page.getByRole('heading', { name: 'My Service Orders' })).toBeVisible();
  await page.getByRole('link', { name: 'Notifications' }).click();
  await expect(page.getByRole('checkbox', { name: 'Receive Email Notifications' })).toBeVisible();
  await page.getByRole('link', { name: 'My Current Order' }).click();
  await expect(page.getByRole('heading', { name: 'Latest Service Order' })).toBeVisible();
  expect(requests.filter((url) => url.includes(`/releases/${REMOTE}/${version}/`))).toEqual([]);
};

test.describe('a version of a remote that', () => {
  const port = 4756;
  const dataDir = join(RUN_DIR, 'hostile-remotes');
  const { publish, promote, isReported } = teamOf(dataDir, `http://localhost:${port}`);
  test.use({ baseURL: `http://localhost:${port}` });
  let stop: () => Promise<void>;

  test.beforeAll(async () => {
    stop = await startPortalProcess({ port, dataDir });
  });
  test.afterAll(() => stop());

  test.describe('goes live', () => {
    test.afterEach(() => portalCommand(dataDir, 'rollback', REMOTE));

    for (const [index, fault] of FREEZING.entries())
      test(`and ${fault.description} is reported automatically, and is not used on the next page load`, async ({
        page,
        context,
        customer,
        signIn,
      }) => {
        const version = `2.0.${index}`;
        await signIn(customer.email);
        await promote(fault, version);
        await openUntilItRuns(page, version);
        await isReported(version, 'freeze', fault);
        const next = await context.newPage();
        await nextVisit(next, version);
      });

    for (const [index, fault] of MEDDLING.entries())
      test(`and ${fault.description} is reported, its changes are undone, and it is not used on the next page load`, async ({
        page,
        customer,
        signIn,
      }) => {
        const version = `2.1.${index}`;
        await promote(fault, version);
        await signIn(customer.email);
        await page.getByRole('link', { name: 'Notifications' }).click();
        await isReported(version, 'globals', fault);
        // Everything else still works, even on this page.
        await page.getByRole('link', { name: 'All Service Orders' }).click();
        await expect(page.getByRole('row')).toHaveCount(11);
        await expect(page.getByRole('heading', { name: 'My Service Orders' })).toHaveCSS(
          'background-color',
          'rgba(0, 0, 0, 0)',
        );
        expect(
          await page.evaluate(() => [[1].map((one) => one).length, String(fetch).includes('native')]),
        ).toEqual([1, true]);
        await nextVisit(page, version);
      });

    test(`and ${BREAKING_REACT.description} shows a message and a reload link instead of a blank page`, async ({
      page,
      customer,
      signIn,
      complaints,
    }) => {
      const version = '2.2.0';
      await promote(BREAKING_REACT, version);
      await signIn(customer.email);
      await page.getByRole('link', { name: 'Notifications' }).click();
      await expect(page.getByRole('alert')).toHaveText('The portal has stopped. Load the page again');
      await isReported(version, 'render');
      await page.getByRole('link', { name: 'Load the page again' }).click();
      await expect(page.getByRole('checkbox', { name: 'Receive Email Notifications' })).toBeVisible();
      await nextVisit(page, version);
      expect(complaints.splice(0).join()).toContain('broken React');
    });

    for (const [index, [fault, cause]] of (
      [
        [NEVER_STARTING, 'stuck'],
        [SECOND_REACT, 'render'],
      ] as const
    ).entries())
      test(`and ${fault.description} is replaced by the previous version on the same page, and is not used on the next page load`, async ({
        page,
        customer,
        signIn,
      }) => {
        const version = `2.3.${index}`;
        await promote(fault, version);
        await signIn(customer.email);
        await page.getByRole('link', { name: 'Notifications' }).click();
        await isReported(version, cause);
        await expect(page.getByRole('checkbox', { name: 'Receive Email Notifications' })).toBeVisible();
        await nextVisit(page, version);
      });
  });

  test('loads over a slow network is not reported as faulty', async ({ page, customer, signIn }) => {
    await signIn(customer.email);
    // Longer than the portal waits for a version that does nothing.
    await page.route(`**/releases/${REMOTE}/*/remote.js`, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 8000));
      await route.continue();
    });
    await page.getByRole('link', { name: 'Notifications' }).click();
    const screen = page.getByRole('checkbox', { name: 'Receive Email Notifications' });
    await expect(screen).toBeVisible({ timeout: 20_000 });
    const { live } = await releaseOf(dataDir, REMOTE);
    expect(await portalCommand(dataDir, 'status', REMOTE)).not.toContain(` in ${live}`);
  });

  const CURRENT_ORDER = 'M19 3H5V21H19Z';
  const REFUSED_VERSIONS: readonly [description: string, fault: Fault, change: object, reason: RegExp][] = [
    [HEAVY.description, HEAVY, {}, /its first screen needs 30 MB over the network, and the limit is 200 KB/],
    [
      'claims a page of another team',
      NEVER_STARTING,
      { routes: [PATH, '/service-order/000019'] },
      /\/service-order\/000019.*orders/,
    ],
    [
      'has an entry named Logout',
      NEVER_STARTING,
      { navigation: [{ label: 'Lоgout', path: PATH, icon: CURRENT_ORDER, order: 130 }] },
      /Logout/,
    ],
  ];
  for (const [index, [description, fault, change, reason]] of REFUSED_VERSIONS.entries())
    test(`${description} is refused, and nothing is stored`, async () => {
      const before = await releaseOf(dataDir, REMOTE);
      const version = `2.4.${index}`;
      const descriptor = join(RUN_DIR, `hostile-${index}.json`);
      await writeFile(descriptor, JSON.stringify({ ...(await descriptorOf(REMOTE)), ...change }));
      await expect(publish(fault, version, descriptor)).rejects.toThrow(reason);
      expect(await releaseOf(dataDir, REMOTE)).toEqual(before);
    });
});

test.describe('the portal automatically', () => {
  const port = 4757;
  const dataDir = join(RUN_DIR, 'self-rollback');
  const baseURL = `http://localhost:${port}`;
  const { publish, promote, isReported } = teamOf(dataDir, baseURL);
  test.use({ baseURL });
  let stop: () => Promise<void>;

  test.beforeAll(async () => {
    stop = await startPortalProcess({ port, dataDir });
  });
  test.afterAll(() => stop());

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

  test('stops a canary with an endless loop', async ({ page, context, customer, signIn }) => {
    const version = '3.0.0';
    const [fault] = FREEZING;
    if (!fault) throw new Error('No version freezes.');
    await publish(fault, version);
    await portalCommand(dataDir, 'canary', `${REMOTE}@${version}`, '--percent', '100');
    await untilServed(baseURL, REMOTE, version);
    await signIn(customer.email);
    await openUntilItRuns(page, version);
    await isReported(version, 'freeze');
    await othersReport({ version, event: 'gave-up', cause: 'freeze' });
    await historySays(/canary 3\.0\.0 ended by the portal: canary 3\.0\.0: 10 of 10 pages failed/);
    await isOff(version);
    await nextVisit(await context.newPage(), version);
  });

  test('rolls back a live version that fails on most first pages', async ({ page, customer, signIn }) => {
    const version = '3.1.0';
    const [fault] = FAULTS;
    if (!fault) throw new Error('No version fails.');
    const { live } = await releaseOf(dataDir, REMOTE);
    await promote(fault, version);
    await signIn(customer.email);
    await page.getByRole('link', { name: 'Notifications' }).click();
    await expect(page.getByRole('checkbox', { name: 'Receive Email Notifications' })).toBeVisible();
    await isReported(version, 'init');
    await othersReport({ version, event: 'fell-back', cause: 'init' });
    await historySays(new RegExp(`rollback ${live} by the portal: 3\\.1\\.0 failed on 10 of 10 first pages`));
    await isOff(version);
    await nextVisit(page, version);
  });
});
