import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import * as v from 'valibot';
import { UsageError } from '@portal/releases';

/** The content of files by path. */
type Files = Record<string, string>;

/** The bundlers that a new remote in its own repository can be built with; each has a folder of templates. */
export const BUNDLERS: readonly string[] = ['webpack', 'vite', 'rspack'];

const packages = v.optional(v.record(v.string(), v.string()), {});
const manifestSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.looseObject({ scripts: packages, dependencies: packages, devDependencies: packages }),
);

type Manifest = v.InferOutput<typeof manifestSchema>;

/** The frameworks that a new remote in its own repository can be written in. All but React are built with Vite. */
export const FRAMEWORKS: readonly string[] = ['react', 'vue', 'svelte', 'esm'];

/** The part of a `package.json` in each folder of templates, without the versions that `readVersions` knows. */
const MANIFEST = 'manifest.json';

/** Finds this package's folder by going up, because sources and bundle are at different depths. */
const packageFolder = (folder: string): string =>
  existsSync(join(folder, 'package.json')) ? folder : packageFolder(dirname(folder));

const PACKAGE = packageFolder(import.meta.dirname);

/**
 * The versions of all packages that a new remote may depend on: the dependencies of this package. In the workspace, they
 * refer to its catalog; packing replaces the references with versions.
 */
const readVersions = (): Record<string, string> => {
  const manifest = v.parse(manifestSchema, readFileSync(join(PACKAGE, 'package.json'), 'utf8'));
  return {
    ...manifest.dependencies,
    ...manifest.devDependencies,
    '@portal/cli': String(manifest['version']),
  };
};

const capitalised = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** Replaces the placeholders of a template. */
const withNames = (text: string, name: string, shell: string): string =>
  text
    .replaceAll('__name__', name)
    .replaceAll('__Name__', name.split('-').map(capitalised).join(''))
    .replaceAll('__title__', capitalised(name.replaceAll('-', ' ')))
    .replaceAll('__shell__', shell);

/** The files of a folder of templates. `_npmrc` becomes `.npmrc`, which npm would not publish. */
const filesIn = (folder: string): [path: string, content: string][] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => {
      const file = join(parentPath, name);
      return [relative(folder, file).replaceAll(/(^|\/)_(?!_)/g, '$1.'), readFileSync(file, 'utf8')];
    });

const merged = (one: Manifest, other: Manifest): Manifest => ({
  ...one,
  ...other,
  scripts: { ...one.scripts, ...other.scripts },
  dependencies: { ...one.dependencies, ...other.dependencies },
  devDependencies: { ...one.devDependencies, ...other.devDependencies },
});

/** Copies folders of templates, and merges their manifests. `shell` is the range of compatible shells. */
const filesOf = (
  templates: readonly string[],
  name: string,
  shell: string,
  rangeOf: (dependency: string, version: string) => string,
): Files => {
  const files = templates
    .flatMap((template) => filesIn(join(PACKAGE, 'templates', template)))
    .map(([path, content]) => [withNames(path, name, shell), withNames(content, name, shell)] as const);
  const versions = readVersions();
  const withVersions = (names: Record<string, string>) =>
    Object.fromEntries(
      Object.entries(names)
        .sort()
        .map(([dependency, own]) => [dependency, own || rangeOf(dependency, versions[dependency] ?? '')]),
    );
  const { scripts, dependencies, devDependencies, ...manifest } = files
    .filter(([path]) => path === MANIFEST)
    .map(([, content]) => v.parse(manifestSchema, content))
    .reduce(merged);
  if (Object.hasOwn({ ...dependencies, ...devDependencies }, name))
    throw new UsageError(`The remote would depend on the package ${name}. Choose another name.`);
  const packageJson = {
    ...manifest,
    scripts,
    dependencies: withVersions(dependencies),
    devDependencies: withVersions(devDependencies),
  };
  return {
    'package.json': `${JSON.stringify(packageJson, null, 2)}\n`,
    ...Object.fromEntries(files.filter(([path]) => path !== MANIFEST)),
  };
};

/** Those that call a back end of the remote's own, in place of the portal's. */
const forApi = (hasApi: boolean, framework: string): string[] =>
  hasApi ? ['api', framework === 'react' ? 'api-react' : 'api-mounted'] : [];

/** The files of a new remote in the portal's own workspace: they build, and pass their tests and `pnpm check`. */
export const remoteInWorkspace = (name: string, shell: string, hasApi: boolean): Files =>
  filesOf(['screen', 'react', 'workspace', ...forApi(hasApi, 'react')], name, shell, (_, version) => version);

const templatesOf = (bundler: string, framework: string): string[] => {
  if (framework !== 'react') return ['mounted', 'vite', 'repository', framework];
  return ['react', bundler, ...(bundler === 'vite' ? ['vite-react'] : []), 'repository'];
};

/**
 * The files of a new remote in its own repository, for shells of the same major version as its packages. Newer
 * compatible versions are welcome, except of webpack: the federation plugin fails with the next one (decision 002).
 */
export const remoteInRepository = (
  name: string,
  bundler: string,
  framework: string,
  hasApi: boolean,
): Files =>
  filesOf(
    ['screen', ...templatesOf(bundler, framework), ...forApi(hasApi, framework)],
    name,
    `^${readVersions()['@portal/remote']?.split('.')[0]}.0.0`,
    (dependency, version) => `${dependency === 'webpack' ? '~' : '^'}${version}`,
  );
