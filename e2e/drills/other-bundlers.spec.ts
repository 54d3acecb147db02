import type { Page } from '@playwright/test';
import { exec } from 'node:child_process';
import { appendFile, cp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readBuild } from '@portal/releases';
import { expectAccessible } from '../support/accessibility';
import { RUN_DIR, WORKSPACE } from '../support/directories';
import { hostUrl } from '../support/addresses';
import { startHostServer } from '../support/host-server';
import { expectChoicesBelow } from '../support/menu';
import { portalCommand } from '../support/portal-process';
import { tampered, untilServed } from '../support/published';
import { signInBrowser } from '../support/session';
import { expect, serve, servePortal, test } from '../support/test';

const REMOTE = 'any-bundler-remote';
const FOLDER = join(WORKSPACE, 'e2e/remotes', REMOTE);
const SCREEN = 'src/consumption-screen.tsx';

test('every bundler refuses a worker, and says what to do', async () => {
  const directory = join(RUN_DIR, 'with-worker');
  await rm(directory, { recursive: true, force: true });
  await cp(FOLDER, directory, {
    recursive: true,
    filter: (file) => !/\/(dist|node_modules|tsconfig\.json)$/.test(file),
  });
  await symlink(join(FOLDER, 'node_modules'), join(directory, 'node_modules'));
  await appendFile(join(directory, 'src/remote.ts'), "new Worker(new URL('./worker.ts', import.meta.url));");
  await writeFile(join(directory, 'src/worker.ts'), 'postMessage(1);');
  const PATH = `${directory}/node_modules/.bin:${process.env['PATH'] ?? ''}`;
  for (const build of [
    'node --import tsx node_modules/webpack-cli/bin/cli.js --mode production',
    'rspack build --mode production',
    'vite build --configLoader runner',
  ]) {
    const output = await new Promise((resolve) =>
      exec(build, { cwd: directory, env: { ...process.env, PATH } }, (_, stdout, stderr) =>
        resolve(stdout + stderr),
      ),
    );
    expect(output).toContain(
      'Browsers do not verify the integrity of workers. Put the work into a module, and import() it where it is needed.',
    );
  }
});

test.describe('a remote of each bundler, from the same sources', () => {
  const site = 'http://127.0.0.1:4733';
  const baseURL = servePortal({
    name: 'other-bundlers',
    port: 4707,
    environment: { EMBED_ORIGINS: site },
  });
  serve(() => startHostServer({ port: 4733, portalUrl: baseURL }));
  test.describe.configure({ mode: 'serial' });
  // Tall enough that menus open downwards.
  test.use({ baseURL, viewport: { width: 1280, height: 1000 } });

  const promote = async (version: string): Promise<void> => {
    await portalCommand(baseURL, 'promote', `${REMOTE}@${version}`);
    await untilServed(baseURL, REMOTE, version);
  };

  const publish = (bundler: string, version: string): Promise<string> =>
    portalCommand(baseURL, 'publish', join(FOLDER, 'dist', bundler), '--version', version);

  const openScreen = async (page: Page): Promise<void> => {
    await page.getByRole('link', { name: 'Consumption' }).click();
    await expect(page.getByRole('heading', { name: 'Consumption' })).toBeVisible();
  };

  const placeOf = (page: Page) => page.getByText('At /consumption, with its own cookie');
  const PLACE_BORDER = '4px solid rgb(102, 51, 153)';

  const expectReadings = async (page: Page): Promise<void> => {
    await page.getByRole('button', { name: 'Show readings' }).click();
    await expect(page.getByText('September: 9 m³')).toBeVisible();
  };

  for (const bundler of ['webpack', 'rspack', 'vite']) {
    const version = `1.0.0-${bundler}`;

    test(`works in the shell, and reports where it failed: ${bundler}`, async ({
      page,
      customer,
      signIn,
    }) => {
      await publish(bundler, version);
      await promote(version);
      await signIn(customer.email);
      const errors: string[] = [];
      page.on('console', (message) => {
        if (message.type() === 'error') errors.push(message.text());
      });
      await openScreen(page);
      await expect(placeOf(page)).toHaveCSS('border-left', PLACE_BORDER);
      const primary = await page
        .getByRole('button', { name: 'Show readings' })
        .evaluate((element) => getComputedStyle(element).backgroundColor);
      await expect(page.locator('.MuiSlider-root')).toHaveCSS('color', primary);
      await expectReadings(page);
      await expectChoicesBelow(page);
      expect(errors).toEqual([]);

      await page.getByRole('button', { name: 'Break' }).click();
      await expect(page.getByRole('heading', { name: /is not available right now/ })).toBeVisible();
      const lines = (await readFile(join(FOLDER, SCREEN), 'utf8')).split('\n');
      const place = `${SCREEN}:${1 + lines.findIndex((line) => line.includes('broken on purpose'))}:`;
      await expect
        .poll(async () => (await portalCommand(baseURL, 'status', REMOTE)).replaceAll(/\s+/g, ' '))
        .toContain(`1 × render in ${version}: Error: broken on purpose at ${place}`);

      const files = await readdir(join(FOLDER, 'dist', bundler), { recursive: true });
      for (const file of files.filter((name) => name.endsWith('.js'))) {
        const script = await fetch(`${baseURL}/releases/${REMOTE}/${version}/${file}`);
        expect(await script.text()).not.toContain('sourceMappingURL');
      }
    });

    test(`works in pages of another site: ${bundler}`, async ({ page, context, customer, complaints }) => {
      await signInBrowser(context, baseURL, customer.email, site);
      for (const name of ['plain', 'company', 'moved', 'strict', 'strict-dynamic'] as const)
        await test.step(name, async () => {
          await page.goto(hostUrl(name, '/account', site));
          await openScreen(page);
          await expect(placeOf(page)).toHaveCSS('border-left', PLACE_BORDER);
          await expectReadings(page);
          await expectChoicesBelow(page);
          await expect(page.locator(`head [href*="${REMOTE}"], script[type=importmap]`)).toHaveCount(0);
        });
      expect(complaints.splice(0)).toEqual([]);
    });
  }

  test.describe('with reduced motion', () => {
    test.use({ contextOptions: { reducedMotion: 'reduce' } });

    test('lists and menus of an embedded portal are accessible and work with the keyboard', async ({
      page,
      context,
      customer,
    }) => {
      await signInBrowser(context, baseURL, customer.email, site);
      await page.goto(hostUrl('plain', '/account', site));
      await openScreen(page);
      const field = page.getByRole('combobox', { name: 'Trade' });
      await field.press('Enter');
      await expect(page.getByRole('option', { name: 'Heating' })).toBeFocused();
      await expectAccessible(page);
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await expect(field).toHaveText('Plumbing');
      await expect(field).toBeFocused();

      const button = page.getByRole('button', { name: 'Actions' });
      for (const key of ['Escape', 'Tab']) {
        await button.press('Enter');
        await expect(page.getByRole('menuitem', { name: 'Print' })).toBeFocused();
        await page.keyboard.press(key);
        await expect(page.getByRole('menu')).toHaveCount(0);
        await expect(button).toBeFocused();
      }
    });
  });

  test('falls back from a version with a tampered module to the previous one', async ({
    page,
    customer,
    signIn,
  }) => {
    await publish('vite', '1.0.1');
    const [file = ''] = (await readBuild(join(FOLDER, 'dist/vite'))).preload;
    await page.route(`**/${REMOTE}/1.0.1/${file}*`, tampered);
    await promote('1.0.1');
    await signIn(customer.email);
    await openScreen(page);
    expect(await page.evaluate(() => performance.getEntriesByName('tampered'))).toEqual([]);
    const modules = await page.evaluate(() =>
      performance.getEntriesByType('resource').map(({ name }) => name),
    );
    expect(modules).toContainEqual(expect.stringContaining(`/${REMOTE}/1.0.1/${file}`));
  });

  test('offers a reload for a missing lazy chunk', async ({ page, customer, signIn }) => {
    await promote('1.0.0-rspack');
    await signIn(customer.email);
    await openScreen(page);
    // Only lazy chunks have a number for a name.
    await page.route(new RegExp(`/${REMOTE}/.*/\\d+\\.js`), (route) =>
      route.fulfill({ status: 404, json: {} }),
    );
    await page.getByRole('button', { name: 'Show readings' }).click();
    await expect(
      page.getByRole('heading', { name: 'A newer version of this page is available' }),
    ).toBeVisible();
  });
});
