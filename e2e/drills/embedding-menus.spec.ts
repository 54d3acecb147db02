import type { Locator, Page } from '@playwright/test';
import { join } from 'node:path';
import { expectAccessible } from '../support/accessibility';
import { RUN_DIR, WORKSPACE } from '../support/directories';
import { hostUrl } from '../support/host-address';
import type { HostName } from '../support/host-pages';
import { startHostServer } from '../support/host-server';
import { portalCommand, startPortalProcess } from '../support/portal-process';
import { untilServed } from '../support/published';
import { embeddedTest as test, expect, signInHere } from '../support/test';

/** Another team's remote, with a select of the theme and a menu of its own copy of MUI. */
const REMOTE = join(WORKSPACE, 'e2e/remotes/rspack-remote');

const PORT = 4716;
const PORTAL = `http://localhost:${PORT}`;
const HOST_PORT = 4734;
const HOST = `http://127.0.0.1:${HOST_PORT}`;
const dataDir = join(RUN_DIR, 'menus');

let stop: () => Promise<unknown>;
test.beforeAll(async () => {
  const stopPortal = await startPortalProcess({
    port: PORT,
    dataDir,
    environment: { EMBED_ORIGINS: HOST },
  });
  await portalCommand(dataDir, 'publish', join(REMOTE, 'dist'), '--version', '1.0.0', '--promote');
  await untilServed(PORTAL, 'rspack-remote', '1.0.0');
  const stopHost = await startHostServer({ port: HOST_PORT, portalUrl: PORTAL });
  stop = () => Promise.all([stopHost(), stopPortal()]);
});
test.afterAll(() => stop());
test.describe.configure({ mode: 'serial' });
// Tall enough that menus open downwards.
test.use({ viewport: { width: 1280, height: 1000 } });

const boxOf = async (element: Locator) => {
  const box = await element.boundingBox();
  if (!box) throw new Error('The element is not visible.');
  return box;
};

/** Expects the opened element to be aligned with the bottom left corner of its opener. */
const expectBelow = async (opened: Locator, opener: Locator) => {
  const { x, y, height } = await boxOf(opener);
  // Waits for the grow animation.
  await expect
    .poll(async () => {
      const box = await boxOf(opened);
      return Math.max(Math.abs(box.x - x), Math.abs(box.y - y - height));
    })
    .toBeLessThanOrEqual(1);
};

const embeddedIn = (name: HostName) => hostUrl(name, '/account', HOST);

const PAGES: Record<string, string> = {
  'a plain page': embeddedIn('plain'),
  'a page whose reset unsets everything': embeddedIn('unset'),
  'a page with style sheets that grew for years': embeddedIn('company'),
  'a right-to-left page': embeddedIn('right-to-left'),
  'a page that transforms, clips and scrolls its content': embeddedIn('moved'),
};

/** Finds the opened lists and menus, and their openers. */
const partsOf = (page: Page) => ({
  // On the portal's own page, open menus hide the rest from the accessibility tree.
  field: page.getByRole('combobox', { name: 'Trade', includeHidden: true }),
  button: page.getByRole('button', { name: 'Actions', includeHidden: true }),
  list: page.getByRole('listbox'),
  menu: page.getByRole('menu'),
});

const signInAt = async (page: Page, url: string, email: string) => {
  await page.goto(`${url}/login`);
  await signInHere(page, email);
};

const openScreen = (page: Page) => page.getByRole('link', { name: 'Built with Rspack' }).click();

const expectListAndMenuBelow = async (page: Page) => {
  const { field, button, list, menu } = partsOf(page);
  await field.evaluate((element) => element.scrollIntoView({ block: 'center' }));
  await field.click();
  await expectBelow(list, field);
  await page.getByRole('option', { name: 'Electrics' }).click();
  await expect(field).toHaveText('Electrics');
  await expect(list).toHaveCount(0);

  await button.click();
  await expectBelow(menu, button);
  await page.mouse.click(5, 5);
  await expect(menu).toHaveCount(0);
};

test('lists and menus open below their button in the portal’s own page', async ({ page, customer }) => {
  await signInAt(page, PORTAL, customer.email);
  await openScreen(page);
  await expectListAndMenuBelow(page);
});

test('lists and menus open below their button in pages with other styles', async ({ page, customer }) => {
  await signInAt(page, embeddedIn('plain'), customer.email);
  for (const [title, url] of Object.entries(PAGES))
    await test.step(title, async () => {
      await page.goto(url);
      await openScreen(page);
      await expectListAndMenuBelow(page);
    });
});

test.describe('with reduced motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  test('lists and menus of an embedded portal are accessible and work with the keyboard', async ({
    page,
    customer,
  }) => {
    await signInAt(page, embeddedIn('plain'), customer.email);
    await openScreen(page);
    const { field, button, list, menu } = partsOf(page);
    await field.press('Enter');
    await expect(page.getByRole('option', { name: 'Heating' })).toBeFocused();
    await expectAccessible(page);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(field).toHaveText('Plumbing');
    await expect(field).toBeFocused();
    await expect(list).toHaveCount(0);

    await button.press('Enter');
    await expect(page.getByRole('menuitem', { name: 'Print' })).toBeFocused();
    await expectAccessible(page);
    await page.keyboard.press('ArrowUp');
    await expect(page.getByRole('menuitem', { name: 'Send' })).toBeFocused();
    for (const key of ['Escape', 'Tab']) {
      await page.keyboard.press(key);
      await expect(menu).toHaveCount(0);
      await expect(button).toBeFocused();
      await button.press('Enter');
      await expect(menu).toBeVisible();
    }
  });
});
