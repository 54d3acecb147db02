import { join } from 'node:path';
import { readBuild } from '@portal/releases';
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
  const { entry, globalName, preload, styles } = await readBuild(dist);
  // The shell's preloads are for the sign-in.
  return globalName ? { dist, scripts: [entry, ...preload], styles } : { dist, scripts: [entry], styles: [] };
};

/** The files that the first page loads from each app, by the manifests of the builds. */
export const firstPageFiles = (): Promise<FirstPageFiles[]> => Promise.all(APPS.map(filesOf));
