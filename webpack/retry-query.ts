import webpack, { type Compiler, type WebpackPluginInstance } from 'webpack';

/** Runs in the page, once, when the entry starts: afterwards nobody knows any more from where it came. */
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
 * An entry that was loaded as `remoteEntry.js?retry=2` loads its chunks with that query as well: a second attempt
 * sends new requests for all of them, and a bad answer in the browser's cache is not met again.
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
