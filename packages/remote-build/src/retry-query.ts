import webpack, { type Compiler, type WebpackPluginInstance } from 'webpack';

/** Runs in the page when the entry starts: `document.currentScript` is unset afterwards. */
class RetryQueryRuntimeModule extends webpack.RuntimeModule {
  constructor(private readonly filenameOfChunk: string) {
    super('retry query', webpack.RuntimeModule.STAGE_ATTACH);
  }

  override generate(): string {
    return `(() => {
      const entry = globalThis.document?.currentScript?.src;
      const query = entry ? new URL(entry).search : "";
      const filename = ${this.filenameOfChunk};
      ${this.filenameOfChunk} = (chunkId) => filename(chunkId) + query;
    })();`;
  }
}

/**
 * Adds the query of the entry, such as `remoteEntry.js?retry=2`, to the URLs of its chunks. Browsers remember the failure of
 * a preloaded file: without another URL, the attempt after a short loss of the network would fail with it.
 */
export const retryQuery = (): WebpackPluginInstance => ({
  apply(compiler: Compiler) {
    const { getChunkScriptFilename, getChunkCssFilename } = compiler.webpack.RuntimeGlobals;
    compiler.hooks.thisCompilation.tap('retry-query', (compilation) => {
      for (const filenameOfChunk of [getChunkScriptFilename, getChunkCssFilename]) {
        compilation.hooks.runtimeRequirementInTree.for(filenameOfChunk).tap('retry-query', (chunk) => {
          compilation.addRuntimeModule(chunk, new RetryQueryRuntimeModule(filenameOfChunk));
        });
      }
    });
  },
});
