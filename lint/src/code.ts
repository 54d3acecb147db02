import js from '@eslint/js';
import type { Linter } from 'eslint';
import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';
import { browsersRule } from './browsers-rule';
import { refuse, type Refusal } from './refuse';

const TYPESCRIPT = ['**/*.{ts,tsx}'];
const TESTS = ['**/*.test.{ts,tsx}', '**/testing/**'];
const BROWSER = [
  'apps/!(server)/{src,dev}/**',
  'packages/{api,theme,contract,embed,harness}/**',
  'e2e/remotes/*/src/**',
];

/** Missing in some supported browsers: the code detects them before use. */
const DETECTED = ['cancelIdleCallback', 'requestIdleCallback', 'trustedTypes'];

const DOUBLE_CAST: Refusal = {
  selector: 'TSAsExpression > TSAsExpression',
  message: 'Double casts prove nothing. Parse the value where it enters.',
};
const OWN_GLOBAL: Refusal = {
  selector:
    ':matches(TSModuleDeclaration[kind="global"], AssignmentExpression[left.object.name=/^(window|globalThis)$/])',
  message: 'Define no globals: pass the value on.',
};
const DEFAULT_EXPORT: Refusal = {
  selector: 'ExportDefaultDeclaration',
  message: 'Export by name; only configurations, remotes and entries of tools have a default export.',
};

const refuseSyntax = refuse.bind(undefined, 'no-restricted-syntax');

/** The rules for every file. Those that need types: .oxlintrc.json. */
export const code: Linter.Config[] = [
  // Comments cannot disable rules.
  { linterOptions: { noInlineConfig: true } },
  { rules: { 'no-warning-comments': ['error', { terms: ['oxlint-disable'], location: 'anywhere' }] } },
  js.configs.recommended,
  ...tseslint.configs.recommended,
  {
    files: TYPESCRIPT,
    rules: {
      eqeqeq: 'error',
      '@typescript-eslint/ban-ts-comment': [
        'error',
        { 'ts-expect-error': true, 'ts-ignore': true, 'ts-nocheck': true, 'ts-check': true },
      ],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-non-null-assertion': 'error',
      // An element's type for JSX augments React's namespace.
      '@typescript-eslint/no-namespace': ['error', { allowDeclarations: true }],
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_+$', destructuredArrayIgnorePattern: '^_+$', ignoreRestSiblings: true },
      ],
    },
  },
  { files: BROWSER, ...reactHooks.configs.flat.recommended },
  // Concerns only the React Compiler, which no build uses.
  { files: BROWSER, rules: { 'react-hooks/incompatible-library': 'off' } },
  // Checks globals and their static functions; `lib` in tsconfig.browser.json limits methods.
  {
    files: BROWSER,
    // `embed-check` runs in Node.
    ignores: [...TESTS, 'packages/embed/src/check/**'],
    plugins: { browsers: { rules: { listed: browsersRule } } },
    rules: { 'browsers/listed': ['error', DETECTED] },
  },
  { files: BROWSER, rules: { 'no-console': 'error' } },
  // These files warn developers: an embedder about its page, a team about its remote.
  {
    files: [
      'apps/shell/src/element/**',
      'apps/shell/src/embedded/page-look.ts',
      'apps/shell/src/remotes/inspect.ts',
    ],
    rules: { 'no-console': ['error', { allow: ['warn', 'error'] }] },
  },
  refuseSyntax(TYPESCRIPT, DOUBLE_CAST, OWN_GLOBAL, DEFAULT_EXPORT),
  // The type of a custom element is global.
  refuseSyntax(['packages/embed/src/index.ts'], DOUBLE_CAST, DEFAULT_EXPORT),
  refuseSyntax(
    [
      '**/*.config.ts',
      'apps/*/webpack.*.ts',
      'packages/remote/src/{catalog-loader,fast-refresh-loader,rspack-harness,webpack-harness}.ts',
      '{apps,e2e/remotes}/*/src/remote.ts',
      'e2e/support/start.ts',
    ],
    DOUBLE_CAST,
    OWN_GLOBAL,
  ),
  // Tests replace globals, and compare unparsed answers.
  refuseSyntax(TESTS, DOUBLE_CAST, DEFAULT_EXPORT),
  // Jest calls the default export of its globalSetup.
  refuseSyntax(['apps/server/src/testing/database-snapshot.ts'], DOUBLE_CAST),
  // axe is a global of the page.
  refuseSyntax(['e2e/support/accessibility.ts'], DOUBLE_CAST, DEFAULT_EXPORT),
  // Playwright reads a fixture's dependencies from its pattern, which may be empty.
  { files: ['e2e/**'], rules: { 'no-empty-pattern': 'off' } },
  {
    files: ['**/*.cjs'],
    languageOptions: { sourceType: 'commonjs', globals: { module: 'writable', require: 'readonly' } },
    rules: { '@typescript-eslint/no-require-imports': 'off' },
  },
];
