import type { Page } from '@playwright/test';
import { ALL_APPS, type App } from './portal-process';
import { runIn } from './run';
import { scratchDirectory, scratchWorkspace } from './scratch-workspace';

/** The number of the builds that come after the ones of this workspace. */
export const NEXT = '1.1.0';

const WORKSPACE = 'next';

const entryFile = (app: App): string => `apps/${app}/src/${app === 'shell' ? 'main.tsx' : 'remote.ts'}`;

/** Builds shell and remotes once more, as their next versions: another number, another content, the same behaviour. */
export const buildNext = async (): Promise<void> => {
  const workspace = await scratchWorkspace(WORKSPACE);
  for (const app of ALL_APPS) {
    await workspace.edit(`apps/${app}/package.json`, (text) => text.replace('"1.0.0"', `"${NEXT}"`));
    await workspace.edit(entryFile(app), (text) => `${text}\nperformance.mark('${app} ${NEXT}');\n`);
  }
  await workspace.pnpm('build');
};

/** Publishes the next builds for a portal; none of them is live before it is promoted. */
export const publishNext = (dataDir: string): Promise<void> =>
  runIn(scratchDirectory(WORKSPACE), 'pnpm', ['--silent', 'portal', 'publish', '--all'], {
    DATA_DIR: dataDir,
  });

/** Which of the next builds have run in a page. */
export const nextBuildsIn = (page: Page): Promise<string[]> =>
  page.evaluate(
    (next) =>
      performance
        .getEntriesByType('mark')
        .map(({ name }) => name)
        .filter((name) => name.endsWith(next)),
    NEXT,
  );
