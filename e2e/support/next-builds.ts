import { createHash } from 'node:crypto';
import { cp, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buildSchema } from '@portal/contract';
import type { Page } from '@playwright/test';
import * as v from 'valibot';
import { RUN_DIR, WORKSPACE } from './directories';
import type { App } from './portal-process';

/** The version of the builds that come after the ones of this workspace. */
export const NEXT = '1.1.0';

const integrityOf = (text: string): string => createHash('sha384').update(text).digest('base64');

/**
 * Makes the next build of an app from its current one: another content, the same behaviour. It leaves a mark when it
 * runs. A remote gets a container name of its own, as each build has, and its entry the integrity of the chunks that
 * hold that name.
 * @returns the directory of the build
 */
export const makeNextBuild = async (app: App): Promise<string> => {
  const directory = join(RUN_DIR, 'next', app);
  await cp(join(WORKSPACE, 'apps', app, 'dist'), directory, {
    recursive: true,
    filter: (file) => !/\.(br|map)$/.test(file),
  });
  const manifest = await readFile(join(directory, 'build.json'), 'utf8');
  const { entry, preload, globalName } = v.parse(buildSchema, JSON.parse(manifest));
  const [marked = entry] = preload ?? [];
  const renamed = (text: string) =>
    globalName ? text.replaceAll(globalName, globalName.replace(/\w{8}$/, '0123abcd')) : text;

  const chunks = (await readdir(directory)).filter((file) => file.endsWith('.js') && file !== entry);
  const integrity: [string, string][] = [];
  const change = async (file: string) => {
    const before = await readFile(join(directory, file), 'utf8');
    const mark = file === marked ? `\nperformance.mark('${app} ${NEXT}');\n` : '';
    const after = integrity.reduce((text, [was, is]) => text.replaceAll(was, is), renamed(before)) + mark;
    integrity.push([integrityOf(before), integrityOf(after)]);
    await writeFile(join(directory, file), after);
  };
  for (const file of [...chunks, entry]) await change(file);
  await writeFile(join(directory, 'build.json'), renamed(manifest));
  return directory;
};

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
