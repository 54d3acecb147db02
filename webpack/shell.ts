import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack';
import type { Configuration } from 'webpack';
import { base } from './base';
import { buildManifest } from './build-manifest';
import { curatedRouter } from './router';
import { provided } from './sharing';

/**
 * Configures the shell: one bundle that contains what is shared and no name or address of a remote.
 * @param directory the app's folder
 */
export const shell = (directory: string): Configuration => {
  const common = base(directory);
  return {
    ...common,
    entry: { shell: './src/main.tsx' },
    // embed.ts builds embed.js into this folder.
    output: { ...common.output, clean: { keep: /^embed\.js/ } },
    // The filesystem cache loses the re-exports from `react-router` to `react-router-dom`: the page stays empty.
    cache: { type: 'memory' },
    plugins: [
      ...(common.plugins ?? []),
      new ModuleFederationPlugin({
        name: 'portal_shell',
        shared: { ...provided, ...curatedRouter },
        shareStrategy: 'loaded-first',
        manifest: false,
        dts: false,
        // No manifests, no rendering on a server.
        experiments: { optimization: { target: 'web', disableSnapshot: true } },
      }),
      buildManifest({ entry: 'shell' }),
    ],
  };
};
