import { base } from '@portal/remote/base';
import { transformSync } from '@swc/core';
import type { Compiler, Configuration, WebpackPluginInstance } from 'webpack';

/**
 * Brings a whole bundle, with its libraries, into the syntax of ES5. In any other, a browser that is too old would
 * refuse the script as a whole, and with it the sentence that says so. Functions are not added: code that runs in such a
 * browser uses none that it lacks.
 */
const inOldestSyntax = (): WebpackPluginInstance => ({
  apply(compiler: Compiler) {
    const { Compilation, sources } = compiler.webpack;
    compiler.hooks.thisCompilation.tap('oldest-syntax', (compilation) => {
      compilation.hooks.processAssets.tap(
        // Before the minifier.
        { name: 'oldest-syntax', stage: Compilation.PROCESS_ASSETS_STAGE_ADDITIONS },
        () => {
          for (const name of Object.keys(compilation.assets).filter((file) => file.endsWith('.js')))
            compilation.updateAsset(name, (source) => {
              const { code } = transformSync(source.source().toString(), {
                swcrc: false,
                configFile: false,
                isModule: false,
                jsc: {
                  target: 'es5',
                  // What only standards' fine print tells apart, in code that does not rely on it: no loop or spread takes a Set
                  // or a Map.
                  assumptions: {
                    arrayLikeIsIterable: true,
                    ignoreFunctionLength: true,
                    ignoreFunctionName: true,
                    iterableIsArray: true,
                    noClassCalls: true,
                    noDocumentAll: true,
                    privateFieldsAsProperties: true,
                    setClassMethods: true,
                    setPublicClassFields: true,
                    setSpreadProperties: true,
                  },
                },
              });
              // swc writes its own functions around the bundle: they must be no globals of the page.
              return new sources.RawSource(`(function () {${code}})();`);
            });
        },
      );
    });
  },
});

/**
 * Configures `embed.js`, the script that defines `<customer-portal>`. A separate build keeps it small: the federation
 * plugin adds its runtime to every entry.
 * @param directory the shell's folder
 */
export const embed = (directory: string): Configuration => {
  const common = base(directory);
  return {
    ...common,
    name: 'embed',
    target: ['web', 'es5'],
    entry: { embed: './src/element/main.ts' },
    output: { ...common.output, clean: false },
    plugins: [...(common.plugins ?? []), inOldestSyntax()],
    cache: { type: 'memory' },
  };
};
