import type { Linter } from 'eslint';
import { boundaryRule } from './boundary-rule';
import { refuse, type Refusal } from './refuse';

/** Permitted imports by the path of the file. Later lines replace earlier ones; by default, nothing is permitted. */

const mayImport = (files: string[], ...names: string[]): Linter.Config => ({
  files,
  rules: { 'portal/boundaries': ['error', names] },
});

const FOR_APPS = ['@portal/api', '@portal/contract', '@portal/texts', '@portal/theme', '@portal/theme/*'];

const SHARED_WITH_SERVER = ['@portal/api/wire', '@portal/contract', '@portal/releases', '@portal/texts/*'];

/** Only these files may contain SQL. */
const STORES = [
  'apps/server/src/**/*-store.ts',
  'apps/server/src/database/**',
  'apps/server/src/testing/test-database.ts',
];

const imports: Linter.Config[] = [
  mayImport(['**/*']),
  // Remotes and the shell never import each other.
  mayImport(['apps/*/**'], ...FOR_APPS),
  mayImport(
    ['apps/*/src/**/*.test.{ts,tsx}', 'apps/*/src/testing/**'],
    ...FOR_APPS,
    '@portal/harness/testing',
    '@portal/harness/testing/server',
  ),
  mayImport(
    ['apps/shell/src/embedding.ts', 'apps/shell/src/{element,embedded}/**'],
    ...FOR_APPS,
    '@portal/embed',
  ),
  mayImport(['apps/*/webpack.*.ts'], '@portal/remote/webpack', '@portal/webpack'),
  mayImport(
    ['apps/shell/src/federation/{second-generation,runtime.test}.ts'],
    '@portal/contract',
    '@module-federation/*',
  ),
  mayImport(['apps/server/**'], ...SHARED_WITH_SERVER),
  mayImport([...STORES, 'apps/server/src/delivery/dispatcher.test.ts'], ...SHARED_WITH_SERVER, 'kysely'),
  mayImport(
    ['apps/server/src/releases/routes.test.ts'],
    ...SHARED_WITH_SERVER,
    '@portal/releases/testing/s3-server',
  ),
  // Compares the server's script with MUI's own.
  mayImport(['apps/server/src/page/color-scheme-script.test.ts'], ...SHARED_WITH_SERVER, '@mui/*'),

  mayImport(['packages/api/**'], '@portal/contract'),
  // Hooks and calls are tested in the same wrapper as screens.
  mayImport(
    ['packages/api/src/**/*.test.{ts,tsx}', 'packages/api/src/testing/**'],
    '@portal/contract',
    '@portal/harness/testing',
    '@portal/harness/testing/server',
  ),
  mayImport(['packages/theme/**'], '@portal/contract', '@mui/*', '@portal/texts', '@portal/theme'),
  mayImport(['packages/texts/**'], '@portal/contract', '@portal/theme'),
  mayImport(['packages/releases/**'], '@portal/contract'),
  mayImport(['packages/harness/**'], '@portal/contract', '@portal/theme'),
  mayImport(
    ['packages/harness/src/testing/setup.ts'],
    '@portal/contract',
    '@portal/theme',
    '@portal/jest/browser/jsdom-gaps',
  ),
  mayImport(['packages/remote/**'], '@portal/contract', '@portal/texts/*', '@module-federation/*'),
  // Compiles the translations of a package like those of a remote.
  mayImport(['packaging/build.ts'], 'packages/remote/src/vite-catalogs'),
  mayImport(['packages/create-remote/**'], '@portal/cli/process'),
  mayImport(['packages/cli/**'], '@portal/contract', '@portal/embed/check', '@portal/releases'),
  mayImport(
    ['packages/cli/src/verification/mocked-calls.test.ts'],
    '@portal/api/wire',
    '@portal/contract',
    '@portal/releases',
  ),
  // The wrappers import the package's root, as a site does. `embed-check` bundles the part of the contract that it uses.
  mayImport(['packages/embed/src/*'], '@portal/embed', '@portal/embed/*'),
  mayImport(['packages/embed/src/check/**'], '@portal/contract'),
  mayImport(['webpack/**'], '@portal/contract', '@portal/releases', '@portal/remote/*'),
  mayImport(['e2e/**'], '@portal/cli', '@portal/contract', '@portal/embed'),
  mayImport(['e2e/support/bucket.ts'], '@portal/contract', '@portal/releases/testing/s3-server'),
  mayImport(
    ['bench/**'],
    '@portal/cli',
    '@portal/contract',
    '@portal/releases',
    '@portal/remote/base',
    '@module-federation/*',
    'e2e/support/*',
  ),
  mayImport(['bench/{baselines/bare-handlers,measurements/server}.ts'], 'apps/server/src/*'),
  // The baselines build the apps' own sources.
  mayImport(['bench/baselines/browser/**'], '@portal/contract', '@module-federation/*', 'apps/*'),
  mayImport(['e2e/hosts/**'], '@portal/embed', '@portal/embed/*'),
  // Like remotes of other teams.
  mayImport(['e2e/remotes/*/src/**'], '@portal/contract', '@portal/theme', '@mui/*'),
  mayImport(['e2e/remotes/*/*.config.ts'], '@portal/remote/rspack', '@portal/remote/vite'),
  mayImport(['eslint.config.ts'], '@portal/lint'),
];

const ENVIRONMENT: Refusal[] = [
  { object: 'process', property: 'env', message: 'Only one file per process reads the environment.' },
];
const SQL: Refusal[] = ['selectFrom', 'insertInto', 'updateTable', 'deleteFrom'].map((property) => ({
  property,
  message: 'Write SQL in stores (*-store.ts) and in database/ only.',
}));

const refuseProperties = refuse.bind(undefined, 'no-restricted-properties');

const places: Linter.Config[] = [
  refuseProperties(['**/*'], ...ENVIRONMENT, ...SQL),
  refuseProperties(STORES, ...ENVIRONMENT),
  // Entries of processes read the environment.
  refuseProperties(
    [
      'apps/server/src/main.ts',
      'apps/server/src/{import,migrate,operator,doctor}-command.ts',
      'packages/cli/src/process.ts',
      'webpack/dev.ts',
      'e2e/**',
      'bench/**',
    ],
    ...SQL,
  ),
  // Tests start processes and query the database.
  {
    files: ['**/*.{test,check}.ts', 'apps/server/src/testing/**'],
    rules: { 'no-restricted-properties': 'off' },
  },
];

/** The boundaries between the parts of the workspace; docs/architecture.md explains them. */
export const boundaries: Linter.Config[] = [
  { plugins: { portal: { rules: { boundaries: boundaryRule } } } },
  ...imports,
  ...places,
];
