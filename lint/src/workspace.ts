import { readdirSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';

/** The folder that all paths in the boundaries are relative to. */
export const WORKSPACE = resolve(import.meta.dirname, '../..');

/** Names that an import of a whole app would begin with. */
export const APPS = readdirSync(resolve(WORKSPACE, 'apps'));

const pathOf = (file: string) => relative(WORKSPACE, file).replaceAll('\\', '/');

/** The part of the workspace that a path belongs to: `apps/orders`, `webpack`; none for a file at the root. */
const partOf = (path: string) => /^(?:(?:apps|packages)\/)?[^/]+(?=\/)/.exec(path)?.[0];

/** The path, from the workspace, that a relative import reaches in another part; undefined within its own. */
export const reachBeyond = (file: string, source: string): string | undefined => {
  const target = pathOf(resolve(dirname(file), source));
  return partOf(target) === partOf(pathOf(file)) ? undefined : target;
};
