import {
  buildOf,
  buildSchema,
  descriptorSchema,
  EXPOSED,
  FEDERATION_MANIFEST,
  federationManifestSchema,
  type Build,
  type Descriptor,
  type FederationManifest,
} from '@portal/contract';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { intersects, validRange } from 'semver';
import { integrityOfFiles, publishableFiles } from './integrity';
import { containerIdentifier } from './version-files';
import { readJson } from './read-json';
import { ReleaseError } from './release-error';

/** The major versions of the libraries that the shell shares (`packages/remote-build/src/sharing.ts`). */
export const SHARED_MAJORS: Readonly<Record<string, number>> = {
  '@emotion/react': 11,
  '@tanstack/react-query': 5,
  axios: 1,
  react: 19,
  'react-dom': 19,
  'react-router': 7,
};

/** A remote with another major version of a shared library would fail, or bring a second copy. */
const wrongVersions = ({ shared }: FederationManifest): string[] =>
  shared.flatMap(({ name, version, requiredVersion }) => {
    const major = Object.hasOwn(SHARED_MAJORS, name) ? SHARED_MAJORS[name] : undefined;
    const misfit = [version, requiredVersion]
      .filter((wanted) => typeof wanted === 'string')
      .filter((wanted) => wanted !== '' && validRange(wanted) !== null)
      .find((wanted) => major !== undefined && !intersects(wanted, `${major}.x`));
    return misfit === undefined
      ? []
      : [
          `The build asks for ${name} ${misfit}, but the shell shares ${name} ${major}. Build with ${name} ${major}, and shared: consumed of @portal/remote-build.`,
        ];
  });

/** Each version is served from a folder of its own. */
const fixedAddress = ({ metaData: { publicPath } }: FederationManifest): string[] =>
  publicPath === 'auto' || publicPath.startsWith('.')
    ? []
    : [
        `The build looks for its chunks at ${publicPath}, but each version has its own folder. Build with output.publicPath: 'auto', or base: './' in Vite.`,
      ];

/** The page pins the chunks of a module, but nothing pins a style that loads later. */
const lateStyles = (styles: readonly string[]): string[] =>
  styles.length > 0
    ? [
        `No browser could verify ${styles.join(', ')}, which load with a later chunk. Put all styles into one file: build.cssCodeSplit: false.`,
      ]
    : [];

/** Chunks arrive in a global that webpack and Rspack name by the package, which may be that of another remote. */
const sharedChunks = async (directory: string, { entry, globalName = '' }: Build): Promise<string[]> => {
  const text = await readFile(join(directory, entry), 'utf8');
  const [found, named] = /\b(?:webpack|rspack)Chunk([\w$]*)/.exec(text) ?? [];
  return found === undefined || named === containerIdentifier(globalName)
    ? []
    : [
        `The build keeps its chunks in the global ${found}, which another build can have. Build with output.uniqueName: '${globalName}'.`,
      ];
};

/** A script loads its own chunks and styles, so it must contain their hashes. */
const unpinnedFiles = async (directory: string, entry: string, files: string[]): Promise<string[]> => {
  const text = await readFile(join(directory, entry), 'utf8');
  const fetched = await integrityOfFiles(directory, files);
  const unpinned = Object.keys(fetched).filter((file) => !text.includes(fetched[file] ?? ''));
  return unpinned.length > 0
    ? [
        `No browser could verify ${unpinned.join(', ')}: ${entry} does not contain the hashes. Build with output.crossOriginLoading: 'anonymous' and, in Rspack, new SubresourceIntegrityPlugin({ hashFuncNames: ['sha384'] }); in webpack, integrity() of @portal/remote-build/webpack.`,
      ]
    : [];
};

const NOT_EXPOSED = `The build does not expose ${EXPOSED}, which the shell loads. Build with exposes: { '${EXPOSED}': './src/remote' }; src/remote exports the screens by defineRemote() of @portal/remote.`;

/** The end of each refusal. */
const PRESETS =
  'portalRemote() of @portal/remote-build/webpack, /rspack or /vite sets all of this. The README of @portal/remote-build lists each setting.';

/** Completes the sentence about a missing manifest. */
const BUILD_FIRST = `Build first. A build without portalRemote() of @portal/remote-build needs, in its federation plugin: manifest: true, which writes ${FEDERATION_MANIFEST}; exposes: { '${EXPOSED}': './src/remote' }; shared: consumed of @portal/remote-build; shareStrategy: 'loaded-first'; and a name that differs between versions. ${PRESETS}`;

/** @throws ReleaseError if a file beside the manifest is missing */
const requireFiles = async (manifest: string, wanted: readonly string[]): Promise<void> => {
  const files = await publishableFiles(dirname(manifest));
  const missing = wanted.filter((file) => !files.includes(file));
  if (missing.length > 0)
    throw new ReleaseError(`${manifest} names ${missing.join(', ')}, which does not exist. Build again.`);
};

/** Reads the build of a remote from its manifest. An error lists everything that it lacks. */
const readFederationBuild = async (directory: string): Promise<Build> => {
  const file = join(directory, FEDERATION_MANIFEST);
  const manifest = await readJson(file, federationManifestSchema, BUILD_FIRST);
  const exposed = manifest.exposes.find(({ path }) => path === EXPOSED);
  // Without the right module, the files of the wrong one show what else to change.
  const { js, css } = (exposed ?? manifest.exposes[0])?.assets ?? {};
  const build = buildOf(manifest);
  const { entry } = build;
  const late = css?.async ?? [];
  const fetched = [...(js?.sync ?? []), ...(js?.async ?? []), ...(css?.sync ?? []), ...late];
  await requireFiles(file, [entry, ...fetched]);
  const faults = [
    ...(exposed ? [] : [NOT_EXPOSED]),
    ...wrongVersions(manifest),
    ...fixedAddress(manifest),
    ...(await sharedChunks(directory, build)),
    ...(build.format === 'module' ? lateStyles(late) : await unpinnedFiles(directory, entry, fetched)),
  ];
  if (faults.length > 0)
    throw new ReleaseError(`${[`${directory} is no remote yet:`, ...faults].join('\n- ')}\n${PRESETS}`);
  return build;
};

/** Reads the description of a build: `build.json` of the shell, or the federation manifest of a remote. */
export const readBuild = async (directory: string): Promise<Build> => {
  const own = join(directory, 'build.json');
  if (!existsSync(own) || existsSync(join(directory, FEDERATION_MANIFEST)))
    return readFederationBuild(directory);
  const build = await readJson(own, buildSchema, BUILD_FIRST);
  await requireFiles(own, [build.entry, ...build.preload, ...build.styles]);
  return build;
};

/** Reads a remote's descriptor. */
export const readDescriptor = (file: string): Promise<Descriptor> =>
  readJson(file, descriptorSchema, 'Create it: copy the remote.json of another remote, and adapt it.');
