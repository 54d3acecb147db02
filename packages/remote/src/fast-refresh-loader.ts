import { createRequire } from 'node:module';
import { relative } from 'node:path';

const require = createRequire(import.meta.url);

/** The part of the loader context of webpack and Rspack used here. */
interface LoaderContext {
  resourcePath: string;
  getOptions: () => { app: string; directory: string };
  callback: (error: null, code: string, map: unknown) => void;
}

/** Registers the components that swc has named, and makes the module replaceable, by its own exports. */
function fastRefreshLoader(this: LoaderContext, code: string, map: unknown): void {
  const { app, directory } = this.getOptions();
  const runtime = JSON.stringify(require.resolve('@portal/remote/fast-refresh-runtime'));
  const own = JSON.stringify(this.resourcePath);
  const id = JSON.stringify(`${app}/${relative(directory, this.resourcePath)}`);
  // On the line of the first statement, so that the source map's lines stay valid.
  const before = [
    `import { register as $register, signature as $RefreshSig$, replaceable as $replaceable } from ${runtime};`,
    `import * as $own from ${own};`,
    `const $RefreshReg$ = $register(${id});`,
  ].join(' ');
  this.callback(null, `${before} ${code}\n$replaceable(import.meta.webpackHot, $own);\n`, map);
}

export default fastRefreshLoader;
