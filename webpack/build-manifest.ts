import type { Build } from '@portal/contract';
import type { Compiler, WebpackPluginInstance } from 'webpack';

const isScript = (file: string): boolean => file.endsWith('.js') && !file.includes('.hot-update.');

/** Writes the shell's `build.json`: the entry, and the chunks that the sign-in needs. */
export const buildManifest = (entry: string, first: readonly string[]): WebpackPluginInstance => ({
  apply(compiler: Compiler) {
    compiler.hooks.thisCompilation.tap('build-manifest', (compilation) => {
      compilation.hooks.processAssets.tap('build-manifest', () => {
        const groups = compilation.chunkGroups.filter(({ name }) => name && first.includes(name));
        const build: Build = {
          entry: `${entry}.js`,
          format: 'script',
          preload: [...new Set(groups.flatMap((group) => group.getFiles().filter(isScript)))],
          styles: [],
        };
        const { RawSource } = compiler.webpack.sources;
        compilation.emitAsset('build.json', new RawSource(JSON.stringify(build, null, 2)));
      });
    });
  },
});
