import { base } from '@portal/remote/base';
import { transformSync } from '@swc/core';
import type { Compiler, Configuration, WebpackPluginInstance } from 'webpack';

/**
 * Compiles a whole bundle, with its libraries, to ES5. A browser that is too old rejects a script with newer syntax, and
 * with it the message that says so. Adds no polyfills: code that runs in such a browser avoids newer functions.
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
                  // Smaller code that deviates from the standard only in details that the bundle does not need: no loop or
                  // spread takes a Set or a Map. Not `setPublicClassFields`: an error could not set its name in a page that
                  // freezes `Error.prototype`.
                  assumptions: {
                    arrayLikeIsIterable: true,
                    ignoreFunctionLength: true,
                    ignoreFunctionName: true,
                    iterableIsArray: true,
                    noClassCalls: true,
                    noDocumentAll: true,
                    privateFieldsAsProperties: true,
                    setClassMethods: true,
                    setSpreadProperties: true,
                  },
                },
              });
              // swc adds helper functions at the top level, which must not become globals of the page.
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
