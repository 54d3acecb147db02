import type { Page } from '@playwright/test';
import { join } from 'node:path';
import { BREAKING_REACT, FREEZING, MEDDLING, writeBrokenBuild, type Fault } from '../support/broken-builds';
import { descriptorFile, routesOf } from '../support/descriptors';
import { RUN_DIR } from '../support/directories';
import { portalCommand, startPortalProcess } from '../support/portal-process';
import { untilServed } from '../support/published';
import { expect, test } from '../support/test';

const REMOTE = 'notification-preferences';
const PATH = '/notification-preferences';

/** A freeze is reported after five seconds of silence, and written down after two more. */
const NAMED_WITHIN = { timeout: 30_000 };

test.describe('a version of a remote that', () => {
  test.describe.configure({ mode: 'serial' });
  const port = 4750;
  const dataDir = join(RUN_DIR, 'hostile-remotes');
  test.use({ baseURL: `http://localhost:${port}` });
  let stop: () => Promise<void>;

  test.beforeAll(async () => {
    stop = await startPortalProcess({ port, dataDir });
  });
  test.afterAll(() => stop());

  const promote = async (fault: Fault, version: string): Promise<void> => {
    const from = await writeBrokenBuild(REMOTE, fault, await routesOf(REMOTE));
    const build = ['--version', version, '--from', from, '--descriptor', descriptorFile(REMOTE)];
    await portalCommand(dataDir, 'publish', REMOTE, ...build, '--promote');
    await untilServed(`http://localhost:${port}`, REMOTE, version);
  };

  const isNamed = (version: string, cause: string) =>
    expect
      .poll(() => portalCommand(dataDir, 'status', REMOTE), NAMED_WITHIN)
      .toMatch(new RegExp(`${version.replaceAll('.', '\\.')}[^]*${cause}`));

  /** The other screens, and the version before in place of the one at fault. */
  const nextVisit = async (page: Page): Promise<void> => {
    await page.goto('/service-orders');
    await expect(page.getByRole('heading', { name: 'My Service Orders' })).toBeVisible();
    await page.getByRole('link', { name: 'Notifications' }).click();
    await expect(page.getByRole('checkbox', { name: 'Receive Email Notifications' })).toBeVisible();
    await page.getByRole('link', { name: 'My Current Order' }).click();
    await expect(page.getByRole('heading', { name: 'Latest Service Order' })).toBeVisible();
  };

  test.afterEach(() => portalCommand(dataDir, 'rollback', REMOTE));

  for (const [index, fault] of FREEZING.entries())
    test(`${fault.description} is reported by itself, and left on the next page`, async ({
      page,
      context,
      customer,
      signIn,
    }) => {
      const version = `2.0.${index}`;
      await signIn(customer.email);
      await promote(fault, version);
      await page.goto(PATH, { waitUntil: 'commit' });
      await isNamed(version, 'freeze');
      const next = await context.newPage();
      await nextVisit(next);
    });

  for (const [index, fault] of MEDDLING.entries())
    test(`${fault.description} is undone and reported, and left on the next page`, async ({
      page,
      customer,
      signIn,
    }) => {
      const version = `2.1.${index}`;
      await promote(fault, version);
      await signIn(customer.email);
      await page.getByRole('link', { name: 'Notifications' }).click();
      await isNamed(version, 'globals');
      // In this page, too, all else works as before.
      await page.getByRole('link', { name: 'All Service Orders' }).click();
      await expect(page.getByRole('row')).toHaveCount(11);
      await expect(page.getByRole('heading', { name: 'My Service Orders' })).toHaveCSS(
        'background-color',
        'rgba(0, 0, 0, 0)',
      );
      expect(
        await page.evaluate(() => [[1].map((one) => one).length, String(fetch).includes('native')]),
      ).toEqual([1, true]);
      await nextVisit(page);
    });

  test(`${BREAKING_REACT.description} leaves a sentence and a way out, and not a white page`, async ({
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
    await isNamed(version, 'render');
    await page.getByRole('link', { name: 'Load the page again' }).click();
    await expect(page.getByRole('checkbox', { name: 'Receive Email Notifications' })).toBeVisible();
    await nextVisit(page);
    expect(complaints.splice(0).join()).toContain('broken React');
  });
});
