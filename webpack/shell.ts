import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack';
import type { Configuration } from 'webpack';
import { base } from './base';
import { buildManifest } from './build-manifest';
import { provided } from './sharing';

/**
 * The shell: one bundle with everything that is shared; it knows no remote by name or address.
 * @param directory the app's folder
 */
export const shell = (directory: string): Configuration => {
  const common = base(directory);
  return {
    ...common,
    entry: { shell: './src/main.tsx' },
    // embed.ts builds that file into the same folder.
    output: { ...common.output, clean: { keep: /^embed\.js/ } },
    // A build from the cache on disk loses what `react-router-dom` passes on from `react-router`, both shared: the
    // page stays empty.
    cache: { type: 'memory' },
    plugins: [
      ...(common.plugins ?? []),
      new ModuleFederationPlugin({
        name: 'portal_shell',
        shared: provided,
        shareStrategy: 'loaded-first',
        manifest: false,
        dts: false,
      }),
      buildManifest({ entry: 'shell' }),
    ],
  };
};
