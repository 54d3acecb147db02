import { cp, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { FEDERATION_MANIFEST } from '@portal/contract';
import { integrityOf, readBuild } from '@portal/releases';
import type { Page } from '@playwright/test';
import { RUN_DIR, WORKSPACE } from './directories';
import type { App } from './portal-process';

/** The version of the next builds, which follow those of this workspace. */
export const NEXT = '1.1.0';

/** The directory of the next build of an app. */
export const nextBuild = (app: App): string => join(RUN_DIR, 'derived', NEXT, app, 'dist');

/**
 * Makes the next build of an app from its current one: the same behavior, with a performance mark when it runs. A remote gets
 * a new container name, as each build has one, and its entry the new integrity of its chunks.
 * @returns its directory
 */
export const makeNextBuild = async (app: App): Promise<string> => {
  const directory = nextBuild(app);
  const described = app === 'shell' ? 'package.json' : 'remote.json';
  await cp(join(WORKSPACE, 'apps', app, described), join(directory, '..', described));
  await cp(join(WORKSPACE, 'apps', app, 'dist'), directory, {
    recursive: true,
    filter: (file) => !/\.(br|map)$/.test(file),
  });
  const { entry, preload, globalName } = await readBuild(directory);
  const [marked = entry] = preload;
  const renamed = (text: string) =>
    globalName ? text.replaceAll(globalName, globalName.replace(/\w{8}$/, '0123abcd')) : text;

  const chunks = (await readdir(directory)).filter((file) => file.endsWith('.js') && file !== entry);
  const integrity: [string, string][] = [];
  const change = async (file: string) => {
    const before = await readFile(join(directory, file), 'utf8');
    const mark = file === marked ? `\nperformance.mark('${app} ${NEXT}');\n` : '';
    const after = integrity.reduce((text, [was, is]) => text.replaceAll(was, is), renamed(before)) + mark;
    integrity.push([integrityOf(Buffer.from(before)), integrityOf(Buffer.from(after))]);
    await writeFile(join(directory, file), after);
  };
  for (const file of [...chunks, entry]) await change(file);
  const manifest = join(directory, app === 'shell' ? 'build.json' : FEDERATION_MANIFEST);
  await writeFile(manifest, renamed(await readFile(manifest, 'utf8')));
  return directory;
};

/** The next builds that ran in a page, from their marks. */
export const nextBuildsIn = (page: Page): Promise<string[]> =>
  page.evaluate(
    (next) =>
      performance
        .getEntriesByType('mark')
        .map(({ name }) => name)
        .filter((name) => name.endsWith(next)),
    NEXT,
  );
