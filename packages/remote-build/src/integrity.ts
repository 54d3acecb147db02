import { createHash } from 'node:crypto';
import { NO_WORKERS } from './build-settings';
import type { Chunk, Compilation, Compiler, WebpackPluginInstance } from 'webpack';

type Kind = 'js' | 'css';

const integrityOf = (content: string | Buffer): string =>
  `sha384-${createHash('sha384').update(content).digest('base64')}`;

/** A placeholder for the integrity of an unfinished file, of the same length, so that source maps stay valid. */
const placeholderOf = (chunk: Chunk, kind: Kind): string => integrityOf(`${chunk.id}.${kind}`);

/** Matches no file, so that the browser refuses files unknown to the build. */
const OF_NO_FILE = `sha384-${'A'.repeat(64)}`;

/** Statements that set the integrity of the element, by chunk id. */
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

/** Adds the integrity (W3C SRI) of all chunks to the runtime, so that the entry pins the whole build. */
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
        // After all changes of files, before compression.
        { name: 'integrity', stage: Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_HASH },
        () => {
          if (compilation.asyncEntrypoints.length > 0) compilation.errors.push(new WebpackError(NO_WORKERS));
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
