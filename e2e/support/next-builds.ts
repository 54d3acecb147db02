import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  buildOf,
  buildSchema,
  DESCRIPTOR_FILE,
  descriptorSchema,
  FEDERATION_MANIFEST,
  federationManifestSchema,
  type Build,
  type Descriptor,
} from '@portal/contract';
import type { Page } from '@playwright/test';
import * as v from 'valibot';
import { RUN_DIR, WORKSPACE } from './directories';
import type { App } from './portal-process';

/** The version of the next builds, which follow those of this workspace. */
export const NEXT = '1.1.0';

/**
 * Copies a remote's `remote.json` to a folder, where `portal publish` finds it beside a build.
 * @returns its content
 */
export const copyDescriptor = async (remote: string, folder: string): Promise<Descriptor> => {
  const file = join(WORKSPACE, 'apps', remote, DESCRIPTOR_FILE);
  await cp(file, join(folder, DESCRIPTOR_FILE));
  return v.parse(descriptorSchema, JSON.parse(await readFile(file, 'utf8')));
};

const integrityOf = (text: string): string => createHash('sha384').update(text).digest('base64');

/** The files of a build. */
export const filesOf = async (directory: string): Promise<Build> => {
  const isRemote = existsSync(join(directory, FEDERATION_MANIFEST));
  const content: unknown = JSON.parse(
    await readFile(join(directory, isRemote ? FEDERATION_MANIFEST : 'build.json'), 'utf8'),
  );
  return isRemote ? buildOf(v.parse(federationManifestSchema, content)) : v.parse(buildSchema, content);
};

/**
 * Makes the next build of an app from its current one, with a performance mark when it runs: different content, same
 * behavior. A remote gets a new container name, as each build has one, and its entry the new integrity of its chunks.
 * @returns the directory of the build
 */
export const makeNextBuild = async (app: App): Promise<string> => {
  const folder = join(RUN_DIR, 'next', app);
  const directory = join(folder, 'dist');
  if (app === 'shell') await cp(join(WORKSPACE, 'apps/shell/package.json'), join(folder, 'package.json'));
  else await copyDescriptor(app, folder);
  await cp(join(WORKSPACE, 'apps', app, 'dist'), directory, {
    recursive: true,
    filter: (file) => !/\.(br|map)$/.test(file),
  });
  const { entry, preload, globalName } = await filesOf(directory);
  const [marked = entry] = preload;
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
  const manifest = join(directory, app === 'shell' ? 'build.json' : FEDERATION_MANIFEST);
  await writeFile(manifest, renamed(await readFile(manifest, 'utf8')));
  return directory;
};

/** The directory of the next build of an app. */
export const nextBuild = (app: App): string => join(RUN_DIR, 'next', app, 'dist');

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
