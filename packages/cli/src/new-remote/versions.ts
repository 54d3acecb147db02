import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as v from 'valibot';

const manifest = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    name: v.string(),
    version: v.string(),
    dependencies: v.record(v.string(), v.string()),
    devDependencies: v.record(v.string(), v.string()),
  }),
);

/** Finds this package's folder by going up, because sources and bundle are at different depths. */
export const packageFolder = (folder: string): string =>
  existsSync(join(folder, 'package.json')) ? folder : packageFolder(dirname(folder));

/**
 * The versions of all packages that a new remote may depend on: the dependencies of this package. In the
 * workspace, they refer to its catalog; packing replaces the references with versions.
 */
const versions = (): Record<string, string> => {
  const file = join(packageFolder(import.meta.dirname), 'package.json');
  const { name, version, dependencies, devDependencies } = v.parse(manifest, readFileSync(file, 'utf8'));
  return { ...dependencies, ...devDependencies, [name]: version };
};

/** The versions of these packages, as a `package.json` lists them. */
export const versionsOf = (names: readonly string[]): Record<string, string> => {
  const known = versions();
  const entries = names.map((name) => {
    const version = known[name];
    if (version === undefined) throw new Error(`packages/cli/package.json has no version of ${name}.`);
    return [name, version] as const;
  });
  return Object.fromEntries(entries);
};

/** The semver range of shells for a remote with these packages: the same major version. */
export const shellRange = (): string => {
  const [major] = (versions()['@portal/remote'] ?? '').split('.');
  return `^${major}.0.0`;
};
