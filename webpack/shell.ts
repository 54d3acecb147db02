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
