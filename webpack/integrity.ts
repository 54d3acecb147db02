import { createHash } from 'node:crypto';
import type { Chunk, Compilation, Compiler, WebpackPluginInstance } from 'webpack';

type Kind = 'js' | 'css';

const integrityOf = (content: string | Buffer): string =>
  `sha384-${createHash('sha384').update(content).digest('base64')}`;

/** Stands for the integrity of a file that is not final yet; as long as the real one, so that source maps stay right. */
const placeholderOf = (chunk: Chunk, kind: Kind): string => integrityOf(`${chunk.id}.${kind}`);

/** Valid, and of no file: what the build does not know is refused as what was tampered with is. */
const OF_NO_FILE = `sha384-${'A'.repeat(64)}`;

/** The statements that pin what the runtime is about to load, by the chunk's id. */
const pin = (element: 'script' | 'link', kind: Kind, chunks: Iterable<Chunk>): string => {
  const integrity = Object.fromEntries(
    [...chunks].map((chunk) => [String(chunk.id), placeholderOf(chunk, kind)]),
  );
  return `
    ${element}.integrity = ${JSON.stringify(integrity)}[chunkId] || "${OF_NO_FILE}";
    ${element}.crossOrigin = "anonymous";`;
};

const fileOf = (chunk: Chunk, kind: Kind): string | undefined =>
  [...chunk.files].find((file) => file.endsWith(`.${kind}`));

const finalIntegrity = (compilation: Compilation): Map<string, string> => {
  const known = new Map<string, string>();
  for (const chunk of compilation.chunks) {
    for (const kind of ['js', 'css'] as const) {
      const file = fileOf(chunk, kind);
      const asset = file && compilation.getAsset(file);
      if (asset) known.set(placeholderOf(chunk, kind), integrityOf(asset.source.buffer()));
    }
  }
  return known;
};

/**
 * Bakes the integrity (W3C SRI) of every script and style that a build loads by itself into the runtime that loads
 * them. Who pins the entry has pinned them all: the browser refuses what is not, byte by byte, of this build.
 *
 * In production only. It counts on file names without content hashes, which a folder per version makes superfluous.
 */
export const integrity = (): WebpackPluginInstance => ({
  apply(compiler: Compiler) {
    if (compiler.options.mode !== 'production') return;
    const { Compilation, WebpackError, css, runtime, sources, web } = compiler.webpack;
    compiler.hooks.thisCompilation.tap('integrity', (compilation) => {
      const styled = (chunk: Chunk) => css.CssModulesPlugin.chunkHasCss(chunk, compilation.chunkGraph);
      runtime.LoadScriptRuntimeModule.getCompilationHooks(compilation).createScript.tap(
        'integrity',
        (code, chunk) => code + pin('script', 'js', chunk.getAllAsyncChunks()),
      );
      web.CssLoadingRuntimeModule.getCompilationHooks(compilation).createStylesheet.tap(
        'integrity',
        (code, chunk) => code + pin('link', 'css', [...chunk.getAllAsyncChunks()].filter(styled)),
      );
      compilation.hooks.processAssets.tap(
        // After everything that changes files, before they are compressed.
        { name: 'integrity', stage: Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_HASH },
        () => {
          if (compilation.asyncEntrypoints.length > 0)
            compilation.errors.push(
              new WebpackError(
                'A worker cannot be loaded with integrity. Leave it out: no browser checks one.',
              ),
            );
          const known = finalIntegrity(compilation);
          for (const chunk of compilation.chunks) {
            const file = chunk.hasRuntime() ? fileOf(chunk, 'js') : undefined;
            if (!file) continue;
            compilation.updateAsset(file, (source) => {
              const text = source.source().toString();
              return new sources.RawSource(
                text.replaceAll(/sha384-[\w+/]{64}/g, (found) => known.get(found) ?? found),
              );
            });
          }
        },
      );
    });
  },
});
