import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buildSchema } from '@portal/contract';
import * as v from 'valibot';
import { WORKSPACE } from '../e2e/support/directories';

/** The apps that the list of orders needs, the first page of a signed-in customer. */
const APPS = ['shell', 'orders'];

/** The files of a build that the first page loads, by their paths in `dist`. */
interface FirstPageFiles {
  dist: string;
  scripts: readonly string[];
  styles: readonly string[];
}

const filesOf = async (app: string): Promise<FirstPageFiles> => {
  const dist = join(WORKSPACE, 'apps', app, 'dist');
  const manifest = await readFile(join(dist, 'build.json'), 'utf8');
  const { entry, globalName, preload, styles } = v.parse(buildSchema, JSON.parse(manifest));
  // The shell's preloads are for the sign-in.
  return globalName ? { dist, scripts: [entry, ...preload], styles } : { dist, scripts: [entry], styles: [] };
};

/** The files that the first page loads from each app, by the manifests of the builds. */
export const firstPageFiles = (): Promise<FirstPageFiles[]> => Promise.all(APPS.map(filesOf));
