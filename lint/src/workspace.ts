import { readdirSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';

/** The root of all paths in the boundaries. */
export const WORKSPACE = resolve(import.meta.dirname, '../..');

/** The names of the apps. */
export const APPS = readdirSync(resolve(WORKSPACE, 'apps'));

const pathOf = (file: string) => relative(WORKSPACE, file).replaceAll('\\', '/');

/** The part of the workspace with this path, such as `apps/orders` or `webpack`; undefined for files at the root. */
const partOf = (path: string) => /^(?:(?:apps|packages)\/)?[^/]+(?=\/)/.exec(path)?.[0];

/** Resolves a relative import to its path in the workspace, if it leads to another part. */
export const reachBeyond = (file: string, source: string): string | undefined => {
  const target = pathOf(resolve(dirname(file), source));
  return partOf(target) === partOf(pathOf(file)) ? undefined : target;
};
