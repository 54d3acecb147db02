import { createHash } from 'node:crypto';
import type { Compilation, Compiler, WebpackPluginInstance } from 'webpack';

/** Where a build's own digits come to stand; in development, where content changes all the time, it stays. */
const PLACEHOLDER = '00000000';

/** The name that a build of a remote has in the page: of its container, and of webpack's own globals. */
export const containerName = (remote: string): string =>
  `portal_${remote.replaceAll('-', '_')}_${PLACEHOLDER}`;

/** Everything that is published; source maps are not, and hold their places because the digits are as many. */
const publishedFiles = (compilation: Compilation): string[] =>
  compilation
    .getAssets()
    .map(({ name }) => name)
    .filter((name) => /\.(js|css|json)$/.test(name))
    .sort();

const textOf = (compilation: Compilation, file: string): string =>
  compilation.getAsset(file)?.source.source().toString() ?? '';

const hashOf = (compilation: Compilation, files: string[]): string => {
  const hash = createHash('sha256');
  for (const file of files) hash.update(JSON.stringify([file, textOf(compilation, file)]));
  return hash.digest('hex').slice(0, PLACEHOLDER.length);
};

/**
 * Gives each build a name of its own, by its content: a page may hold two versions of one remote, and under one
 * name the second would be taken for the first. The same sources make the same name, and the same bytes.
 * @param placeholder the name that the build was configured with, from `containerName`
 */
export const buildIdentity = (placeholder: string): WebpackPluginInstance => ({
  apply(compiler: Compiler) {
    if (compiler.options.mode !== 'production') return;
    const { Compilation, sources } = compiler.webpack;
    compiler.hooks.thisCompilation.tap('build-identity', (compilation) => {
      compilation.hooks.processAssets.tap(
        // After everything that changes code, before what counts on its last byte.
        { name: 'build-identity', stage: Compilation.PROCESS_ASSETS_STAGE_SUMMARIZE },
        () => {
          const files = publishedFiles(compilation);
          const name = placeholder.replace(PLACEHOLDER, hashOf(compilation, files));
          for (const file of files) {
            const text = textOf(compilation, file).replaceAll(placeholder, name);
            compilation.updateAsset(file, new sources.RawSource(text));
          }
        },
      );
    });
  },
});
