import type { Page } from '@playwright/test';
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startDevServer } from '../support/dev-server';
import { WORKSPACE } from '../support/directories';
import { startOutside, type Team } from '../support/outside';
import { untilServed } from '../support/published';
import { runIn } from '../support/run';
import { expect, serve, test } from '../support/test';

// A remote alone is served by its mocks, in a service worker.
test.use({ serviceWorkers: 'allow' });

/** `pnpm --filter e2e test:outside` tries every framework, and other package managers. */
const EVERY = Boolean(process.env['EVERY_BUNDLER']);

const BUNDLERS = ['webpack', 'vite', 'rspack'];

/** The remotes of all teams: React with each bundler, and other frameworks with Vite. */
const REMOTES = [...BUNDLERS, 'vue', ...(EVERY ? ['svelte', 'esm'] : [])];

/** sonner adds its styles without a nonce; customers get those of its stylesheet. */
const expectOnlyBlockedStyles = (complaints: string[]): void =>
  expect(complaints.splice(0).filter((text) => !text.includes('inline style violates'))).toEqual([]);

/** The end of a screen's file, by framework, and what the team's next version changes in it. */
const REACT = ['.tsx', '<Card sx={{ p: 3 }}>', '<Card data-release="1.0.1" sx={{ p: 4 }}>'] as const;
const OTHERS: Record<string, readonly [end: string, from: string, to: string]> = {
  vue: ['.vue', '<p ', '<p data-release="1.0.1" '],
  svelte: ['.svelte', '<p ', '<p data-release="1.0.1" '],
  esm: ['.ts', "createElement('p');", "createElement('p');\n  card.dataset.release = '1.0.1';"],
};

/** Other package managers, each tried with the remote of one bundler. */
const INSTALLERS = [
  { bundler: 'webpack', install: 'npx --yes pnpm@12.21.0 install --no-frozen-lockfile' },
  { bundler: 'vite', install: 'npx --yes yarn@1.22.22 install --ignore-engines' },
] as const;

const teamOf = (bundler: string): Team => ({
  remote: `invoices-${bundler}`,
  options: `${bundler in OTHERS ? '--framework' : '--bundler'} ${bundler}`,
});

/** What a team adds on its first day, and the packages for it. */
const LIBRARIES = join(WORKSPACE, 'e2e/remotes/libraries');
const PACKAGES = {
  all: 'swiper@14 @fontsource/inter@5 tailwindcss@4 @tailwindcss/cli@4',
  react:
    '@emotion/react@11 @mui/material@9 @mui/x-data-grid@9 @mui/x-charts@9 react-hook-form@7 sonner@2 styled-components@6',
};

/** The bundlers whose remotes get libraries. */
const WITH_LIBRARIES = [...BUNDLERS, 'vue'];

/** The screen of a new remote with the fixture below it. */
const withLibraries = (screen: string): string =>
  screen.includes('<template>')
    ? screen
        .replace('import { ref }', "import Libraries from './libraries.vue';\nimport { ref }")
        .replace('</template>', '  <Libraries />\n</template>')
    : `import { Libraries } from './libraries';\n${screen.replace('</Card>', '</Card>\n    <Libraries />')}`;

/** Everything of the fixture is there, in its own styles. */
const expectLibraries = async (page: Page): Promise<void> => {
  await expect(page.getByText('You have')).toBeVisible({ timeout: 60_000 });
  const styleOf = (text: string, style: string) =>
    expect(page.getByText(text)).toHaveCSS('border-left', style);
  await expect(page.getByRole('img', { name: 'A gas meter' })).toHaveJSProperty('naturalWidth', 64);
  // The brand's color, by a variable of the theme.
  await styleOf('In the color of the brand', '4px solid rgb(11, 87, 164)');
  await expect(page.getByText('In the color of the brand')).toHaveCSS('font-family', 'Inter, sans-serif');
  expect(await page.evaluate(() => document.fonts.load('16px Inter'))).toHaveLength(1);
  await expect(page.getByText('A text, as it is in its file.')).toBeVisible();
  await styleOf('By Tailwind', '4px solid rgb(0, 128, 0)');
  await expect(page.locator('.swiper-wrapper')).toHaveCSS('display', 'flex');
  if (!(await page.getByText('By styled-components').count())) return;
  await styleOf('By styled-components', '4px solid rgb(102, 51, 153)');
  await styleOf('By emotion, built for', '4px solid rgb(0, 128, 128)');
  await expect(page.getByRole('gridcell', { name: 'September' })).toBeVisible({ timeout: 30_000 });
  await page.getByRole('textbox', { name: 'Fault' }).fill('cold');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByText('Sent: cold')).toBeVisible();
};

/**
 * A team per bundler, each in an empty folder outside of the workspace.
 */
test.describe('a team with a repository of its own', () => {
  test.describe.configure({ mode: 'serial' });
  const port = 4721;
  test.use({ baseURL: `http://localhost:${port}` });

  let outside: Awaited<ReturnType<typeof startOutside>>;
  serve(async () => {
    test.setTimeout(900_000);
    const environment = { ALLOW_LOCAL_REMOTES: 'true' };
    outside = await startOutside({ name: 'outside', port, teams: REMOTES.map(teamOf), environment });
    return outside.stop;
  });

  for (const bundler of REMOTES) {
    const team = teamOf(bundler);
    const [end, from, to] = OTHERS[bundler] ?? REACT;
    const screenFile = () => join(outside.folderOf(team), `src/${team.remote}-screen${end}`);

    test(`${bundler}: creates, tests, publishes, tries out and promotes a remote, as documented`, async () => {
      test.setTimeout(900_000);
      const change = async () =>
        writeFile(screenFile(), (await readFile(screenFile(), 'utf8')).replace(from, to));
      await outside.release(team, { change });
    });

    if (!WITH_LIBRARIES.includes(bundler)) continue;
    const isReact = !(bundler in OTHERS);
    const folder = () => outside.folderOf(team);
    const librariesFile = () => join(folder(), `src/libraries${end}`);

    /** Edits the file twice on a page that shows it. @param keeps whether the page keeps what was typed */
    const expectEdits = async (page: Page, keeps: boolean): Promise<void> => {
      const note = page.getByRole('textbox', { name: 'Note' });
      await note.fill('typed before');
      const original = await readFile(librariesFile(), 'utf8');
      for (const edit of ['first', 'second']) {
        await writeFile(librariesFile(), original.replace('data-edit="none"', `data-edit="${edit}"`));
        // webpack stores its cache after the first build, which delays its answer.
        await expect(page.locator(`[data-edit=${edit}]`)).toBeVisible({ timeout: 60_000 });
        await expect(note).toHaveValue(keeps ? 'typed before' : '');
      }
      await writeFile(librariesFile(), original);
    };

    test(`${bundler}: adds libraries, fonts, pictures and styles, and its types and tests pass`, async () => {
      test.setTimeout(900_000);
      const screen = await readFile(screenFile(), 'utf8');
      await writeFile(screenFile(), withLibraries(screen));
      for (const part of ['styles', isReact ? 'react' : 'vue'])
        await cp(join(LIBRARIES, part), join(folder(), 'src'), { recursive: true });
      await outside.type(`npm install ${PACKAGES.all} ${isReact ? PACKAGES.react : ''}`, folder());
      await outside.type('npx tailwindcss -i src/tailwind.in.css -o src/tailwind.css', folder());
      await outside.type('npm test', folder());
    });

    test(`${bundler}: \`npm run dev\` shows styles, edits, and errors, at localhost`, async ({ page }) => {
      test.setTimeout(300_000);
      const server = await startDevServer('npm run dev', folder(), outside.environment);
      const work = async (): Promise<void> => {
        await page.goto(server.url.replace('127.0.0.1', 'localhost'));
        await expectLibraries(page);
        await expectEdits(page, true);
        if (!isReact) return;
        const original = await readFile(librariesFile(), 'utf8');
        const alert = page.getByRole('alert');
        await writeFile(librariesFile(), `${original}export const wrong: number = 'text';\n`);
        await expect(alert).toContainText("Type 'string' is not assignable", { timeout: 90_000 });
        await writeFile(librariesFile(), `${original}const broken = (;\n`);
        const overlay = page.locator(
          '#webpack-dev-server-client-overlay, vite-error-overlay, #rspack-dev-server-client-overlay',
        );
        await expect(overlay).toHaveCount(1, { timeout: 30_000 });
        // Vite's watcher drops a change within 50 ms of another; a developer would save again.
        await expect(async () => {
          await writeFile(librariesFile(), original);
          await expect(overlay).toHaveCount(0, { timeout: 10_000 });
        }).toPass({ timeout: 60_000 });
        await expect(alert).toHaveText('', { timeout: 90_000 });
      };
      await work().finally(server.stop);
    });

    test(`${bundler}: \`npm run dev:federated\` shows edits in the portal, and keeps what was typed in a shell for development`, async ({
      page,
      customer,
      signIn,
      complaints,
    }) => {
      test.setTimeout(300_000);
      const server = await startDevServer('npm run dev:federated', folder(), outside.environment);
      const work = async (): Promise<void> => {
        await signIn(customer.email);
        for (const shell of ['', `${await outside.developmentShell()},`]) {
          await page.goto(`/${team.remote}?preview=${shell}${team.remote}@${server.url}`);
          await expectLibraries(page);
          await expectEdits(page, isReact && shell !== '');
        }
      };
      await work().finally(server.stop);
      expectOnlyBlockedStyles(complaints);
    });

    if (bundler === BUNDLERS.at(-1))
      test('a remote that is taken down is gone, and runs from this machine with its own descriptor', async ({
        page,
        customer,
        signIn,
        complaints,
      }) => {
        test.setTimeout(300_000);
        await outside.type(`npx portal take-down ${team.remote}`, folder(), outside.settingsOf(team));
        await signIn(customer.email);
        const entry = page.getByRole('link', { name: `Invoices ${bundler}` });
        await expect(async () => {
          await page.reload();
          await expect(page.getByRole('link', { name: 'All Service Orders' })).toBeVisible();
          await expect(entry).toHaveCount(0, { timeout: 100 });
        }).toPass();
        const server = await startDevServer('npm run dev:federated', folder(), outside.environment);
        const work = async (): Promise<void> => {
          const [, preview = ''] = /open \/(\?preview=\S+)/.exec(server.output()) ?? [];
          await page.goto(`/${team.remote}${preview}`);
          await expectLibraries(page);
          await expect(entry).toBeVisible();
        };
        await work().finally(server.stop);
        expectOnlyBlockedStyles(complaints);
      });

    test(`${bundler}: releases them, and customers get them`, async ({
      page,
      customer,
      signIn,
      complaints,
    }) => {
      test.setTimeout(600_000);
      const { out, err, code } = await outside.ask(
        'npm run release -- --verify --version 1.1.0 --promote',
        folder(),
        outside.settingsOf(team),
      );
      expect(code, out + err).toBe(0);
      if (isReact) expect(err).toContain("added a style, which the page's policy blocked");
      await untilServed(outside.portalUrl, team.remote, '1.1.0');
      await signIn(customer.email, `/${team.remote}`);
      await expectLibraries(page);
      expectOnlyBlockedStyles(complaints);
    });
  }

  test('nobody asks the public registry for anything of the portal', () => {
    expect(outside.askedInPublic).toEqual([]);
  });

  test('a customer uses the remotes of all bundlers and frameworks in one visit', async ({
    page,
    customer,
    signIn,
    complaints,
  }) => {
    await signIn(customer.email);
    await page.evaluate(() => performance.mark('this visit'));
    for (const bundler of REMOTES) {
      await page.getByRole('link', { name: `Invoices ${bundler}` }).click();
      await expect(page.getByRole('heading', { level: 1, name: `Invoices ${bundler}` })).toBeVisible();
      await expect(page.locator('[data-release="1.0.1"]')).toHaveText('You have 10 orders.');
    }
    expect(await page.evaluate(() => performance.getEntriesByName('this visit').length)).toBe(1);
    expectOnlyBlockedStyles(complaints);
  });

  for (const { bundler, install } of EVERY ? INSTALLERS : [])
    test(`${install.split(' ')[2]}: installs the dependencies of the ${bundler} remote, and its types check`, async () => {
      test.setTimeout(900_000);
      const made = outside.folderOf(teamOf(bundler));
      const directory = join(outside.directory, `installed-${bundler}`);
      await mkdir(directory);
      await runIn(outside.directory, 'bash', [
        '-ec',
        `cd ${made} && tar c --exclude node_modules --exclude package-lock.json . | tar x -C ${directory}`,
      ]);
      await outside.type(install, directory);
      await outside.type('node_modules/.bin/tsc', directory);
    });
});
