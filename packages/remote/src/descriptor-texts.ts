import { DESCRIPTOR_TEXTS_FILE, type Descriptor } from '@portal/contract';
import type { Compiler, WebpackPluginInstance } from 'webpack';
import { readDescriptorTexts } from './descriptor';

/** Writes the translations of the descriptor into the build. */
export const descriptorTexts = (directory: string, descriptor: Descriptor): WebpackPluginInstance => ({
  apply(compiler: Compiler) {
    const { Compilation, sources } = compiler.webpack;
    compiler.hooks.thisCompilation.tap('descriptor-texts', (compilation) => {
      compilation.hooks.processAssets.tapPromise(
        { name: 'descriptor-texts', stage: Compilation.PROCESS_ASSETS_STAGE_ADDITIONS },
        async () => {
          const texts = await readDescriptorTexts(directory, descriptor);
          if (!texts) return;
          compilation.fileDependencies.addAll(texts.files);
          compilation.emitAsset(DESCRIPTOR_TEXTS_FILE, new sources.RawSource(texts.json));
        },
      );
    });
  },
});
