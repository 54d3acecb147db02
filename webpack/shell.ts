import webpack, { type Configuration, type WebpackPluginInstance } from 'webpack';
import { base } from './base';
import { buildIdentity, containerName } from './build-identity';
import { buildManifest } from './build-manifest';
import { curatedRouter } from './router';
import { provided } from './sharing';

const DEFERRED = `${import.meta.dirname}/../packages/theme/src/deferred-tooltip.tsx`;

/** MUI's Tooltip without what shows it: that arrives when the first tooltip opens. */
const deferredTooltip = (): WebpackPluginInstance =>
  new webpack.NormalModuleReplacementPlugin(
    /^\.\.\/(Popper|Grow)\/index\.mjs$/,
    (resource: { context: string; request: string }) => {
      if (!/@mui\/material\/Tooltip$/.test(resource.context)) return;
      const [, name] = resource.request.split('/');
      const source = `export { ${name} as default } from '${DEFERRED}'`;
      resource.request = `data:text/javascript,${encodeURIComponent(source)}`;
    },
  );

/** axios without its adapter for `fetch`: it comes after XMLHttpRequest, which every browser has. */
const withoutFetchAdapter = (): WebpackPluginInstance =>
  new webpack.NormalModuleReplacementPlugin(
    /^\.\/fetch\.js$/,
    (resource: { context: string; request: string }) => {
      if (/axios\/lib\/adapters$/.test(resource.context))
        resource.request = `${import.meta.dirname}/shared/axios-fetch.ts`;
    },
  );

/**
 * Configures the shell: one bundle that contains what is shared and no name or address of a remote.
 * @param directory the app's folder
 */
export const shell = (directory: string): Configuration => {
  const common = base(directory);
  // A page may embed the portals of two servers, whose shells are of two releases.
  const uniqueName = containerName('shell');
  return {
    ...common,
    entry: { shell: './src/main.tsx' },
    // embed.ts builds embed.js into this folder.
    output: { ...common.output, uniqueName, clean: { keep: /^embed\.js/ } },
    plugins: [
      ...(common.plugins ?? []),
      deferredTooltip(),
      withoutFetchAdapter(),
      new webpack.sharing.ProvideSharedPlugin({ provides: { ...provided, ...curatedRouter } }),
      buildManifest({ entry: 'shell', first: ['forms', 'overlays'], isRemote: false }),
      buildIdentity(uniqueName),
    ],
  };
};
