import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import * as v from 'valibot';
import { packageFolder, versionsOf } from './versions';

/** The content of files by path. */
export type Files = Record<string, string>;

/** The name of a new remote, and the shells that it supports. */
export interface NewRemote {
  /** In kebab-case: `service-contracts`. */
  name: string;
  /** The semver range of compatible shells: `^2.0.0`. */
  shell: string;
}

/** The bundlers that a new remote in its own repository can be built with; each has a folder of templates. */
export const BUNDLER_NAMES: readonly string[] = ['webpack', 'vite', 'rspack'];

const TEMPLATES = join(packageFolder(import.meta.dirname), 'templates');

const capitalised = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** Replaces the placeholders of a template. */
const withNames = (text: string, { name, shell }: NewRemote): string =>
  text
    .replaceAll('__name__', name)
    .replaceAll('__Name__', name.split('-').map(capitalised).join(''))
    .replaceAll('__title__', capitalised(name.replaceAll('-', ' ')))
    .replaceAll('__shell__', shell);

/** `_npmrc` becomes `.npmrc`, which npm would not publish. */
const withDots = (path: string): string => path.replaceAll(/(^|\/)_(?!_)/g, '$1.');

/** The files of a folder of templates, with the names of the remote. */
const copyOf = (template: string, remote: NewRemote): [path: string, content: string][] =>
  readdirSync(join(TEMPLATES, template), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => {
      const file = join(parentPath, name);
      const path = withDots(relative(join(TEMPLATES, template), file));
      return [withNames(path, remote), withNames(readFileSync(file, 'utf8'), remote)];
    });

/** The part of a `package.json` in each folder of templates. */
const MANIFEST = 'manifest.json';

const names = v.optional(v.record(v.string(), v.string()), {});
const manifestSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.looseObject({ scripts: names, dependencies: names, devDependencies: names }),
);

type Manifest = v.InferOutput<typeof manifestSchema>;

const merged = (one: Manifest, other: Manifest): Manifest => ({
  ...one,
  ...other,
  scripts: { ...one.scripts, ...other.scripts },
  dependencies: { ...one.dependencies, ...other.dependencies },
  devDependencies: { ...one.devDependencies, ...other.devDependencies },
});

/** The version of a package in a range. */
type Range = (name: string, version: string) => string;

/** Gives each package the version of this workspace, in alphabetical order. */
const withVersions = (packages: Record<string, string>, range: Range): Record<string, string> =>
  Object.fromEntries(
    Object.entries(versionsOf(Object.keys(packages).sort())).map(([name, version]) => [
      name,
      range(name, version),
    ]),
  );

/** Copies folders of templates, and merges their manifests. */
const filesOf = (templates: readonly string[], remote: NewRemote, range: Range): Files => {
  const files = templates.flatMap((template) => copyOf(template, remote));
  const { scripts, dependencies, devDependencies, ...manifest } = files
    .filter(([path]) => path === MANIFEST)
    .map(([, content]) => v.parse(manifestSchema, content))
    .reduce(merged);
  const packageJson = {
    ...manifest,
    scripts,
    dependencies: withVersions(dependencies, range),
    devDependencies: withVersions(devDependencies, range),
  };
  return {
    'package.json': `${JSON.stringify(packageJson, null, 2)}\n`,
    ...Object.fromEntries(files.filter(([path]) => path !== MANIFEST)),
  };
};

/** Returns the files of a new remote in the portal's own workspace: they build, and pass their tests and `pnpm check`. */
export const remoteInWorkspace = (remote: NewRemote): Files =>
  filesOf(['screen', 'workspace'], remote, (_, version) => version);

/**
 * Returns the files of a new remote in its own repository: ready to test, build and publish. Newer compatible versions are
 * welcome, except of webpack: the federation plugin fails with the next one (decision 002).
 */
export const remoteInRepository = (remote: NewRemote, bundler: string): Files =>
  filesOf(
    ['screen', bundler, 'repository'],
    remote,
    (name, version) => `${name === 'webpack' ? '~' : '^'}${version}`,
  );
