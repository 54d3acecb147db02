import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startDevServer } from '../support/dev-server';
import { startOutside, type Team } from '../support/outside';
import { runIn } from '../support/run';
import { expect, serve, test } from '../support/test';

// A remote alone is served by its mocks, in a service worker.
test.use({ serviceWorkers: 'allow' });

/** `pnpm --filter e2e test:outside` tries every bundler, and other package managers. */
const EVERY = Boolean(process.env['EVERY_BUNDLER']);

const BUNDLERS = EVERY ? ['webpack', 'vite', 'rspack'] : ['webpack'];

/** The remotes of all teams: React with each bundler, and other frameworks with Vite. */
const REMOTES = EVERY ? [...BUNDLERS, 'vue', 'svelte', 'esm'] : BUNDLERS;

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

/** A text field with a state in the screen of a new remote. */
const withNote = (screen: string): string =>
  `import { useState } from 'react';\n${screen.replace('</Card>', '<Note /></Card>')}
const Note = () => {
  const [note, setNote] = useState('');
  return <input aria-label="Note" value={note} onChange={(event) => setNote(event.target.value)} />;
};
`;

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
    outside = await startOutside({ name: 'outside', port, teams: REMOTES.map(teamOf) });
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

    if (bundler in OTHERS) continue;
    test(`${bundler}: \`npm run dev\` shows an edit, and keeps typed text`, async ({ page }) => {
      test.setTimeout(300_000);
      const original = await readFile(screenFile(), 'utf8');
      const screen = withNote(original);
      await writeFile(screenFile(), screen);
      const server = await startDevServer('npm run dev', outside.folderOf(team), outside.environment);
      const editAndKeep = async (): Promise<void> => {
        await page.goto(server.url);
        const note = page.getByRole('textbox', { name: 'Note' });
        await expect(page.getByText('You have 1 order.')).toBeVisible({ timeout: 60_000 });
        await note.fill('typed before');
        for (const edit of ['first', 'second']) {
          await writeFile(screenFile(), screen.replace('<Card ', `<Card data-edit="${edit}" `));
          // webpack stores its cache after the first build, which delays its answer.
          await expect(page.locator(`[data-edit=${edit}]`)).toBeVisible({ timeout: 60_000 });
          await expect(note).toHaveValue('typed before');
        }
      };
      await editAndKeep().finally(server.stop);
      await writeFile(screenFile(), original);
    });
  }

  test('nobody asks the public registry for anything of the portal', () => {
    expect(outside.askedInPublic).toEqual([]);
  });

  test('a customer uses the remotes of all bundlers and frameworks in one visit', async ({
    page,
    customer,
    signIn,
  }) => {
    await signIn(customer.email);
    await page.evaluate(() => performance.mark('this visit'));
    for (const bundler of REMOTES) {
      await page.getByRole('link', { name: `Invoices ${bundler}` }).click();
      await expect(page.getByRole('heading', { level: 1, name: `Invoices ${bundler}` })).toBeVisible();
      await expect(page.locator('[data-release="1.0.1"]')).toHaveText('You have 10 orders.');
    }
    expect(await page.evaluate(() => performance.getEntriesByName('this visit').length)).toBe(1);
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
