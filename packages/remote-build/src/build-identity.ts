import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { FEDERATION_MANIFEST } from '@portal/contract';
import type { Compilation, Compiler, WebpackPluginInstance } from 'webpack';

/** Replaced by the hash of the build; development builds keep it. */
const PLACEHOLDER = '00000000';

/** The name of a remote's container, and of webpack's globals, in the page. */
export const containerName = (remote: string): string =>
  `portal_${remote.replaceAll('-', '_')}_${PLACEHOLDER}`;

/** All files to publish. Source maps stay valid because the hash is as long as the placeholder. */
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

/** Names each build by its content: webpack would mix up two versions of a remote under one name. */
export const buildIdentity = (placeholder: string): WebpackPluginInstance => ({
  apply(compiler: Compiler) {
    if (compiler.options.mode !== 'production') return;
    const { Compilation, sources } = compiler.webpack;
    compiler.hooks.thisCompilation.tap('build-identity', (compilation) => {
      let name = placeholder;
      const rename = (file: string) =>
        compilation.updateAsset(
          file,
          new sources.RawSource(textOf(compilation, file).replaceAll(placeholder, name)),
        );
      compilation.hooks.processAssets.tap(
        // After all changes of code, before integrity and compression.
        { name: 'build-identity', stage: Compilation.PROCESS_ASSETS_STAGE_SUMMARIZE },
        () => {
          const files = publishedFiles(compilation);
          name = placeholder.replace(PLACEHOLDER, hashOf(compilation, files));
          for (const file of files) rename(file);
        },
      );
      compilation.hooks.processAssets.tap(
        // After the federation plugin, which writes its manifest late, and statistics that nobody reads beside it.
        { name: 'build-identity', stage: Compilation.PROCESS_ASSETS_STAGE_REPORT },
        () => {
          if (compilation.getAsset(FEDERATION_MANIFEST)) rename(FEDERATION_MANIFEST);
          compilation.deleteAsset('mf-stats.json');
        },
      );
    });
  },
});

/** The files in a folder. */
export const filesIn = (folder: string, recursive = false): string[] =>
  readdirSync(folder, { withFileTypes: true, recursive })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));

/** The sources of a build: the files next to `package.json`, and those in two folders. */
const sourcesOf = (directory: string): string[] => {
  const folders = ['languages', 'src']
    .map((name) => join(directory, name))
    .filter((folder) => existsSync(folder));
  return [...filesIn(directory), ...folders.flatMap((folder) => filesIn(folder, true))].sort();
};

/** The name of a container, by its sources, for federation plugins that need it before the build. */
export const nameBySources = (remote: string, directory: string): string => {
  const hash = createHash('sha256');
  for (const file of sourcesOf(directory))
    hash.update(JSON.stringify([relative(directory, file), readFileSync(file, 'utf8')]));
  return containerName(remote).replace(PLACEHOLDER, hash.digest('hex').slice(0, PLACEHOLDER.length));
};
