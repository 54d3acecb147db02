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
import { join } from 'node:path';
import { intersects, validRange } from 'semver';
import { filesIn, integrityOfFiles } from './integrity';
import { readJson } from './read-json';
import { ReleaseError } from './release-error';

/** The major versions of the libraries that the shell shares (`packages/remote/src/sharing.ts`). */
export const SHARED_MAJORS: Readonly<Record<string, number>> = {
  '@emotion/react': 11,
  '@tanstack/react-query': 5,
  axios: 1,
  react: 19,
  'react-dom': 19,
  'react-router': 7,
};

type Assets = FederationManifest['exposes'][number]['assets'];

/** The remote's version, or range, of a library that does not fit the shell's major version; undefined if both fit. */
const misfitOf = ({ version, requiredVersion }: FederationManifest['shared'][number], major: number) =>
  [version, requiredVersion]
    .filter((wanted) => typeof wanted === 'string')
    .find((wanted) => wanted !== '' && validRange(wanted) !== null && !intersects(wanted, `${major}.x`));

/** A remote with another major version of a shared library would fail, or bring a second copy. */
const wrongVersions = (manifest: string, { shared }: FederationManifest): string[] =>
  shared.flatMap((library) => {
    const major = Object.hasOwn(SHARED_MAJORS, library.name) ? SHARED_MAJORS[library.name] : undefined;
    const misfit = major === undefined ? undefined : misfitOf(library, major);
    return misfit === undefined
      ? []
      : [
          `${manifest} asks for ${library.name} ${misfit}, and the shell shares ${library.name} ${major}. Build with ${library.name} ${major}, and share it with import: false and requiredVersion: false.`,
        ];
  });

/** The page pins the chunks of a module, but nothing pins a style that loads later. */
const lateStyles = (manifest: string, { css }: Assets): string[] =>
  css.async.length > 0
    ? [
        `${manifest} names ${css.async.join(', ')}, which the browser could not verify. Put all styles into one file: build.cssCodeSplit: false.`,
      ]
    : [];

/** A script loads its own chunks and styles, so it must contain their hashes. */
const unpinnedFiles = async (directory: string, entry: string, files: string[]): Promise<string[]> => {
  const text = await readFile(join(directory, entry), 'utf8');
  const fetched = await integrityOfFiles(directory, files);
  const unpinned = Object.keys(fetched).filter((file) => !text.includes(fetched[file] ?? ''));
  return unpinned.length > 0
    ? [
        `${join(directory, entry)} fetches ${unpinned.join(', ')}, which the browser could not verify. Build with the SubresourceIntegrityPlugin and sha384.`,
      ]
    : [];
};

/** Assets of a manifest without an exposed module. */
const NO_ASSETS: Assets = { js: { sync: [], async: [] }, css: { sync: [], async: [] } };

/**
 * Reads the build of a remote from the manifest of its federation plugin.
 * @throws ReleaseError if the manifest is wrong; or with all faults, if the shell could not start the build, a file is
 *   missing, or the browser could not verify every file
 */
const readFederationBuild = async (directory: string): Promise<Build> => {
  const manifest = join(directory, FEDERATION_MANIFEST);
  const described = await readJson(manifest, federationManifestSchema, 'Build with manifest: true.');
  const { exposes } = described;
  const exposed = exposes.find(({ path }) => path === EXPOSED);
  // Without the right module, the files of the wrong one show what else to change.
  const { assets } = exposed ?? exposes[0] ?? { assets: NO_ASSETS };
  const { js, css } = assets;
  const build = buildOf(described);
  const { entry } = build;
  const isModule = build.format === 'module';

  const files = await filesIn(directory);
  const fetched = [...js.sync, ...js.async, ...css.sync, ...css.async];
  const missing = [entry, ...fetched].filter((file) => !files.includes(file));
  const faults = [
    ...(exposed
      ? []
      : [
          `${manifest} is not valid: /exposes must have a module with the path ${EXPOSED}. Build with exposes: { '${EXPOSED}': './src/remote' }.`,
        ]),
    ...wrongVersions(manifest, described),
    ...(missing.length > 0
      ? [`${manifest} names ${missing.join(', ')}, which does not exist. Build again.`]
      : []),
    ...(isModule ? lateStyles(manifest, assets) : []),
    ...(isModule || missing.length > 0 ? [] : await unpinnedFiles(directory, entry, fetched)),
  ];
  if (faults.length > 0) throw new ReleaseError(faults.join('\n'));
  return build;
};

/** Said where there is no description of a build. */
const BUILD_FIRST = `Build first. A build without @portal/remote needs manifest: true in its federation plugin, which writes ${FEDERATION_MANIFEST}.`;

/**
 * Reads the description of a build: `build.json` of the shell, or the federation manifest of a remote.
 * @throws ReleaseError if it is missing or wrong
 */
export const readBuild = async (directory: string): Promise<Build> => {
  const isRemote = existsSync(join(directory, FEDERATION_MANIFEST));
  return isRemote
    ? readFederationBuild(directory)
    : readJson(join(directory, 'build.json'), buildSchema, BUILD_FIRST);
};

/**
 * Reads a remote's descriptor.
 * @throws ReleaseError if it is missing or wrong
 */
export const readDescriptor = (file: string): Promise<Descriptor> =>
  readJson(file, descriptorSchema, 'Create it: copy the remote.json of another remote, and adapt it.');
