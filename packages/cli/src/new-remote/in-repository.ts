import { pipelines } from './pipelines';
import {
  json,
  SCREEN_PACKAGES,
  SCREEN_TEST_PACKAGES,
  screenFiles,
  type Files,
  type NewRemote,
} from './screen-files';
import { versionsOf } from './versions';

interface Bundler {
  packages: string[];
  /** The scripts of `package.json`. */
  build: string;
  dev: string;
  federated: string;
  configuration: Files;
}

const configured = (by: string): string => `import { portalRemote } from '@portal/remote/${by}';

export default portalRemote();
`;

const BUNDLERS = {
  webpack: {
    packages: [
      '@module-federation/enhanced',
      '@swc/core',
      'compression-webpack-plugin',
      'swc-loader',
      'terser-webpack-plugin',
      'ts-loader',
      'webpack',
      'webpack-cli',
      'webpack-dev-server',
    ],
    build: 'webpack --mode production',
    dev: 'webpack serve --mode development --config node_modules/@portal/remote/dist/webpack-harness.js',
    federated: 'webpack serve --mode development --devtool cheap-module-source-map',
    configuration: { 'webpack.config.js': configured('webpack') },
  },
  vite: {
    packages: ['@module-federation/vite', '@vitejs/plugin-react'],
    build: 'vite build',
    dev: 'vite',
    federated: 'vite build --watch',
    configuration: {
      'vite.config.ts': `import { portalRemote } from '@portal/remote/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({ plugins: [react(), portalRemote()] });
`,
    },
  },
  rspack: {
    packages: ['@module-federation/enhanced', '@rspack/cli', '@rspack/core', '@rspack/dev-server'],
    build: 'rspack build --mode production',
    dev: 'rspack serve --mode development --config node_modules/@portal/remote/dist/rspack-harness.js',
    federated: 'rspack serve --mode development',
    configuration: { 'rspack.config.js': configured('rspack') },
  },
} satisfies Record<string, Bundler>;

/** The bundler that builds a remote. */
export type BundlerName = keyof typeof BUNDLERS;

/** The bundlers that a new remote can be built with. */
export const BUNDLER_NAMES: readonly string[] = Object.keys(BUNDLERS);

/** Whether a remote can be built with the bundler of this name. */
export const isBundler = (name: string): name is BundlerName => BUNDLER_NAMES.includes(name);

/** Accepts newer compatible versions from the registry. The federation plugin fails with the next webpack (decision 002). */
const ranges = (versions: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(versions).map(([name, version]) => [name, `${name === 'webpack' ? '~' : '^'}${version}`]),
  );

const packageJson = (name: string, { packages, build, dev, federated }: Bundler): string =>
  json({
    name,
    version: '1.0.0',
    private: true,
    type: 'module',
    scripts: {
      build,
      dev,
      'dev:federated': federated,
      test: 'tsc && vitest run',
      verify: `${build} && portal publish --verify`,
      release: `${build} && portal publish`,
    },
    dependencies: ranges(versionsOf(SCREEN_PACKAGES)),
    devDependencies: ranges(
      versionsOf(
        [
          '@portal/cli',
          '@portal/remote',
          'jsdom',
          'playwright-core',
          'typescript',
          'vite',
          'vitest',
          ...SCREEN_TEST_PACKAGES,
          ...packages,
        ].sort(),
      ),
    ),
  });

const tsconfig = json({
  compilerOptions: {
    target: 'ES2022',
    lib: ['ES2022', 'DOM', 'DOM.Iterable'],
    module: 'ESNext',
    moduleResolution: 'Bundler',
    jsx: 'react-jsx',
    types: ['vitest/globals', '@testing-library/jest-dom/vitest'],
    strict: true,
    noUncheckedIndexedAccess: true,
    verbatimModuleSyntax: true,
    isolatedModules: true,
    skipLibCheck: true,
    resolveJsonModule: true,
    noUncheckedSideEffectImports: false,
    noEmit: true,
  },
  include: ['src', 'dev'],
});

/** pnpm fails on install scripts that are neither allowed nor denied. These packages work without theirs. */
const pnpmWorkspace = `allowBuilds:
  '@swc/core': false
  esbuild: false
  msw: false
`;

const vitestConfig = `import { portalTests } from '@portal/remote/vitest';

export default portalTests;
`;

/** Without the line, npm asks the public registry for `@portal`, where anybody could publish. */
const npmrc = `# The registry with the packages of the portal; the public one has none of them.
# @portal:registry=https://npm.acme.example/
`;

/** Returns the files of a new remote in its own repository: ready to test, build and publish. */
export const remoteInRepository = (remote: NewRemote, bundler: BundlerName): Files => ({
  '.gitignore': 'dist/\nnode_modules/\n*.pem\n',
  '.npmrc': npmrc,
  'package.json': packageJson(remote.name, BUNDLERS[bundler]),
  'pnpm-workspace.yaml': pnpmWorkspace,
  'tsconfig.json': tsconfig,
  'vitest.config.ts': vitestConfig,
  ...BUNDLERS[bundler].configuration,
  ...pipelines(),
  ...screenFiles(remote),
});
