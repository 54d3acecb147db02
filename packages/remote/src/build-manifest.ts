import { TRUSTED_TYPES_FILE, type Build } from '@portal/contract';
import type { Compilation, Compiler, WebpackPluginInstance } from 'webpack';

const scripts = (files: Iterable<string>) =>
  [...files].filter((file) => file.endsWith('.js') && !file.includes('.hot-update.'));

const entryOf = (compilation: Compilation, name: string): string => {
  const [entry] = scripts(compilation.entrypoints.get(name)?.getFiles() ?? []).slice(-1);
  if (!entry) throw new Error(`The build has no script for its entry "${name}".`);
  return entry;
};

/** The chunks that imports need at once, without their lazy imports. */
const chunksOf = (compilation: Compilation, names: readonly string[]): string[] => {
  const groups = compilation.chunkGroups.filter(({ name }) => name && names.includes(name));
  return [...new Set(groups.flatMap((group) => scripts(group.getFiles())))];
};

interface BuildManifestOptions {
  /** webpack's name of the entry: the container of a remote, `main` of the shell. */
  entry: string;
  /** The names of the chunks to load first: a remote's exposed module, or the shell's chunks for the sign-in. */
  first: readonly string[];
  isRemote: boolean;
}

const TRUSTED_TYPES_NOTE =
  'This build works on pages that require Trusted Types: docs/security.md#trusted-types.\n';

/**
 * Writes `build.json`, which tells `portal publish` which files to load first, and the marker file of builds that
 * support Trusted Types (base.ts).
 */
export const buildManifest = ({ entry, first, isRemote }: BuildManifestOptions): WebpackPluginInstance => ({
  apply(compiler: Compiler) {
    compiler.hooks.thisCompilation.tap('build-manifest', (compilation) => {
      compilation.hooks.processAssets.tap(
        // Before build-identity.ts replaces the container's name in all files.
        { name: 'build-manifest', stage: compiler.webpack.Compilation.PROCESS_ASSETS_STAGE_ADDITIONS },
        () => {
          const build: Build = {
            entry: entryOf(compilation, entry),
            format: 'script',
            preload: chunksOf(compilation, first),
            // webpack's runtime loads styles with their chunk.
            styles: [],
            ...(isRemote && { globalName: entry }),
          };
          compilation.emitAsset(
            'build.json',
            new compiler.webpack.sources.RawSource(JSON.stringify(build, null, 2)),
          );
          compilation.emitAsset(
            TRUSTED_TYPES_FILE,
            new compiler.webpack.sources.RawSource(TRUSTED_TYPES_NOTE),
          );
        },
      );
    });
  },
});
