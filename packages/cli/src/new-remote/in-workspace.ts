import {
  json,
  SCREEN_PACKAGES,
  SCREEN_TEST_PACKAGES,
  screenFiles,
  type Files,
  type NewRemote,
} from './screen-files';
import { versionsOf } from './versions';

const packageJson = (name: string): string =>
  json({
    name,
    version: '1.0.0',
    private: true,
    type: 'module',
    scripts: {
      build: 'node --import tsx node_modules/webpack-cli/bin/cli.js --mode production',
      dev: 'node --import tsx node_modules/webpack-cli/bin/cli.js serve --config node_modules/@portal/remote/src/webpack-harness.ts --mode development',
      'dev:federated':
        'node --import tsx node_modules/webpack-cli/bin/cli.js serve --mode development --devtool cheap-module-source-map',
      test: 'jest',
    },
    jest: { preset: '@portal/jest/browser' },
    dependencies: versionsOf(SCREEN_PACKAGES),
    devDependencies: versionsOf(
      [
        '@portal/jest',
        '@portal/remote',
        '@swc/core',
        '@types/jest',
        'jest',
        'tsx',
        'webpack',
        'webpack-cli',
        'webpack-dev-server',
        ...SCREEN_TEST_PACKAGES,
      ].sort(),
    ),
  });

const webpackConfig = `import { portalRemote } from '@portal/remote/webpack';

export default portalRemote(import.meta.dirname);
`;

const tsconfig = `{
  "extends": "../../tsconfig.browser.json",
  "include": ["src", "dev"]
}
`;

/** Returns the files of a new remote in the portal's own workspace: they build, and pass their tests and `pnpm check`. */
export const remoteInWorkspace = (remote: NewRemote): Files => ({
  'package.json': packageJson(remote.name),
  'tsconfig.json': tsconfig,
  'webpack.config.ts': webpackConfig,
  ...screenFiles(remote),
});
