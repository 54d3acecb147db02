import type { Page } from '@playwright/test';
import { exec } from 'node:child_process';
import { appendFile, cp, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { RUN_DIR, WORKSPACE } from '../support/directories';
import { hostUrl } from '../support/host-address';
import { startHostServer } from '../support/host-server';
import { portalCommand, startPortalProcess } from '../support/portal-process';
import { releaseOf, untilServed } from '../support/published';
import { tamper, TAMPERED } from '../support/tamper';
import { embeddedTest, expect, signInHere, test } from '../support/test';

const BUNDLERS = [
  { remote: 'vite-remote', bundler: 'Vite' },
  { remote: 'rspack-remote', bundler: 'Rspack' },
] as const;

/** The errors on the console of a page. */
const errorsOf = (page: Page): string[] => {
  const errors: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  return errors;
};

const folderOf = (remote: string): string => join(WORKSPACE, 'e2e/remotes', remote);

test('every bundler refuses a worker, and says what to do', async () => {
  const directory = join(RUN_DIR, 'with-worker');
  await rm(directory, { recursive: true, force: true });
  await cp(folderOf('any-bundler-remote'), directory, {
    recursive: true,
    filter: (file) => !/\/(dist|node_modules|tsconfig\.json)$/.test(file),
  });
  await symlink(join(folderOf('any-bundler-remote'), 'node_modules'), join(directory, 'node_modules'));
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

test.describe('remotes built with other bundlers', () => {
  const port = 4707;
  const sitePort = 4733;
  const site = `http://127.0.0.1:${sitePort}`;
  const dataDir = join(RUN_DIR, 'other-bundlers');
  test.describe.configure({ mode: 'serial' });
  test.use({ baseURL: `http://localhost:${port}` });
  const stops: (() => Promise<unknown>)[] = [];

  const publish = (remote: string, version: string, build = 'dist'): Promise<string> =>
    portalCommand(dataDir, 'publish', join(folderOf(remote), build), '--version', version);

  const promote = async (remote: string, version: string): Promise<void> => {
    await portalCommand(dataDir, 'promote', `${remote}@${version}`);
    await untilServed(`http://localhost:${port}`, remote, version);
  };

  test.beforeAll(async () => {
    stops.push(
      await startPortalProcess({ port, dataDir, environment: { EMBED_ORIGINS: site } }),
      await startHostServer({ port: sitePort, portalUrl: `http://localhost:${port}` }),
    );
    for (const { remote } of BUNDLERS) {
      await publish(remote, '1.0.0');
      await promote(remote, '1.0.0');
    }
  });
  test.afterAll(async () => {
    for (const stop of stops.reverse()) await stop();
  });

  test('work in the shell, with their styles and a lazy chunk, without console errors', async ({
    page,
    customer,
    signIn,
  }) => {
    const errors = errorsOf(page);
    await signIn(customer.email);
    for (const { bundler, remote } of BUNDLERS) {
      await page.getByRole('link', { name: `Built with ${bundler}` }).click();
      await expect(page.getByRole('heading', { name: `Built with ${bundler}` })).toBeVisible();
      // A name of react-router that the shell does not share.
      await expect(page.getByText(`At /${remote}, with its own cookie,`)).toBeVisible();
      // A component of MUI that `@portal/theme` does not export has the color of a button of the theme.
      if (bundler === 'Vite') {
        const button = page.getByRole('button', { name: 'Show details' });
        const primary = await button.evaluate((element) => getComputedStyle(element).backgroundColor);
        await expect(page.locator('.MuiSlider-root')).toHaveCSS('color', primary);
      }
      await page.getByRole('button', { name: 'Show details' }).click();
      await expect(page.getByText(/came in a chunk of their own/)).toBeVisible();
      await page.goBack();
      await expect(page.getByRole('heading', { name: 'My Service Orders' })).toBeVisible();
    }
    expect(errors).toEqual([]);
  });

  for (const bundler of ['webpack', 'rspack', 'vite'])
    test(`work alike, from the same sources: ${bundler}`, async ({ page, customer, signIn }) => {
      const [remote, version] = ['any-bundler-remote', `1.0.0-${bundler}`];
      await publish(remote, version, join('dist', bundler));
      await promote(remote, version);
      await signIn(customer.email);
      const errors = errorsOf(page);
      await page.getByRole('link', { name: 'Consumption' }).click();
      await expect(page.getByRole('heading', { name: 'Consumption' })).toBeVisible();

      const image = page.getByRole('img', { name: 'A gas meter' });
      await expect(image).toHaveJSProperty('naturalWidth', 64);
      const figures = page.getByText('September: 9 m³, October: 21 m³, November: 34 m³');
      await expect(figures).toHaveCSS('border-left', '4px solid rgb(102, 51, 153)');
      expect(await page.evaluate(() => document.fonts.load('16px Inter'))).toHaveLength(1);
      await page.getByRole('textbox', { name: 'Your reading' }).fill('41');
      await expect(page.getByText('41 m³')).toBeVisible();
      await page.getByRole('slider', { name: 'Temperature' }).press('ArrowRight');
      await expect(page.getByRole('slider', { name: 'Temperature' })).toHaveValue('22');

      await page.getByRole('button', { name: 'Show chart' }).click();
      const chart = page.getByRole('img', { name: 'Consumption of the last months' });
      await expect
        .poll(() =>
          chart.evaluate(
            (canvas) =>
              canvas instanceof HTMLCanvasElement &&
              canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data.includes(153),
          ),
        )
        .toBe(true);
      expect(errors).toEqual([]);
    });

  embeddedTest('work in pages of another site, with and without a policy', async ({ page, customer }) => {
    await page.goto(hostUrl('plain', '/account', site));
    await signInHere(page, customer.email);
    const errors = errorsOf(page);
    for (const name of ['plain', 'strict', 'strict-dynamic'] as const)
      await test.step(name, async () => {
        await page.goto(hostUrl(name, '/account', site));
        for (const { bundler, remote } of BUNDLERS) {
          await page.getByRole('link', { name: `Built with ${bundler}` }).click();
          await expect(page.getByRole('heading', { name: `Built with ${bundler}` })).toBeVisible();
          await page.getByRole('button', { name: 'Show details' }).click();
          await expect(page.getByText(/came in a chunk of their own/)).toBeVisible();
          await expect(page.locator(`.built-with-${bundler.toLowerCase()}`)).toHaveCSS(
            'outline-style',
            'solid',
          );
          await expect(page.locator(`head [href*="${remote}"], script[type=importmap]`)).toHaveCount(0);
        }
      });
    expect(errors).toEqual([]);
  });

  test('fall back from a version with a tampered module to the previous one', async ({
    page,
    customer,
    signIn,
  }) => {
    const remote = 'vite-remote';
    await publish(remote, '1.0.2');
    const [part = ''] = (await releaseOf(dataDir, remote)).versions['1.0.2']?.preload ?? [];
    await tamper(dataDir, remote, '1.0.2', part);
    await promote(remote, '1.0.2');

    await signIn(customer.email);
    await page.getByRole('link', { name: 'Built with Vite' }).click();
    await expect(page.getByRole('heading', { name: 'Built with Vite' })).toBeVisible();
    const marks = await page.evaluate(() => performance.getEntriesByType('mark').map(({ name }) => name));
    expect(marks).not.toContain(TAMPERED);
    await portalCommand(dataDir, 'rollback', remote);
  });

  test('fall back from a version with a tampered style sheet to the previous one, with its own style sheet', async ({
    page,
    customer,
    signIn,
  }) => {
    const remote = 'vite-remote';
    await publish(remote, '1.1.0');
    const [style = ''] = (await releaseOf(dataDir, remote)).versions['1.1.0']?.styles ?? [];
    await tamper(dataDir, remote, '1.1.0', style);
    await promote(remote, '1.1.0');

    await signIn(customer.email);
    await page.getByRole('link', { name: 'Built with Vite' }).click();
    await expect(page.getByRole('heading', { name: 'Built with Vite' })).toBeVisible();
    const styles = await page.evaluate(() => [...document.styleSheets].map(({ href }) => href ?? ''));
    expect(styles.filter((href) => href.includes(remote))).toEqual([
      expect.stringContaining(`/releases/${remote}/1.0.0/${style}`),
    ]);
    await expect(page.locator('.built-with-vite')).toHaveCSS('outline-style', 'solid');
  });

  test("offer one reload for a missing lazy chunk, then 'Try again', and never reload the page automatically", async ({
    page,
    customer,
    signIn,
  }) => {
    await signIn(customer.email);
    await page.getByRole('link', { name: 'Built with Rspack' }).click();
    // Only the lazy chunk has a number for a name.
    await page.route(/\/rspack-remote\/.*\/\d+\.js/, (route) => route.fulfill({ status: 404, json: {} }));
    let loads = 0;
    page.on('load', () => (loads += 1));

    await page.getByRole('button', { name: 'Show details' }).click();
    await expect(
      page.getByRole('heading', { name: 'A newer version of this page is available' }),
    ).toBeVisible();
    expect(loads).toBe(0);
    await page.getByRole('button', { name: 'Reload' }).click();
    await page.getByRole('button', { name: 'Show details' }).click();
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Reload' })).toHaveCount(0);
    await expect.poll(() => loads).toBe(1);
  });
});
