import { relative } from 'node:path';
import { registered } from './fast-refresh';

/** The part of the loader context of webpack and Rspack used here. */
interface LoaderContext {
  resourcePath: string;
  getOptions: () => { app: string; directory: string };
  callback: (error: null, code: string, map: unknown) => void;
}

/** Registers the components that swc has named, and makes the module replaceable, by its own exports. */
function fastRefreshLoader(this: LoaderContext, code: string, map: unknown): void {
  const { app, directory } = this.getOptions();
  const id = `${app}/${relative(directory, this.resourcePath)}`;
  const end = '$refresh.replaceable(import.meta.webpackHot, $own);';
  this.callback(null, registered(code, this.resourcePath, id, end), map);
}

export default fastRefreshLoader;
