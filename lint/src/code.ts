import js from '@eslint/js';
import type { Linter } from 'eslint';
import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';
import { WORKSPACE } from './workspace';

const TYPESCRIPT = ['**/*.{ts,tsx}'];
/** The files of tsconfig.node.json. */
const NODE_FILES = [
  'apps/server/**',
  'apps/*/webpack.*.ts',
  'packages/{cli,releases}/**',
  '{webpack,lint,bench}/**',
  '*.ts',
];
const E2E_FILES = ['e2e/**'];
const TESTS = ['**/*.test.{ts,tsx}', '**/testing/**'];
const BROWSER = [
  'apps/!(server)/{src,dev}/**',
  'packages/{api,theme,contract,harness}/**',
  'e2e/remotes/*/src/**',
];

interface Refusal {
  selector: string;
  message: string;
}

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

const refuse = (files: string[], ...refusals: Refusal[]): Linter.Config => ({
  files,
  rules: { 'no-restricted-syntax': ['error', ...refusals] },
});

const withProject = (files: string[], project: string): Linter.Config => ({
  files,
  languageOptions: { parserOptions: { project } },
});

/** The rules for every file. */
export const code: Linter.Config[] = [
  // Comments cannot disable rules.
  { linterOptions: { noInlineConfig: true } },
  js.configs.recommended,
  ...tseslint.configs.recommendedTypeChecked,
  {
    files: TYPESCRIPT,
    languageOptions: {
      parserOptions: {
        // With CI=true, the parser would read files from disk instead of the text that tests pass.
        disallowAutomaticSingleRunInference: true,
        project: 'tsconfig.browser.json',
        tsconfigRootDir: WORKSPACE,
      },
    },
    rules: {
      eqeqeq: 'error',
      '@typescript-eslint/ban-ts-comment': [
        'error',
        { 'ts-expect-error': true, 'ts-ignore': true, 'ts-nocheck': true, 'ts-check': true },
      ],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-deprecated': 'error',
      '@typescript-eslint/no-non-null-assertion': 'error',
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_+$', destructuredArrayIgnorePattern: '^_+$', ignoreRestSiblings: true },
      ],
      // Node and Fastify handle promises; an element's attribute would lose the rejection.
      '@typescript-eslint/no-misused-promises': [
        'error',
        { checksVoidReturn: { arguments: false, properties: false } },
      ],
      // Kysely types its errors as unknown; Kysely and Intl return bound methods.
      '@typescript-eslint/only-throw-error': 'off',
      '@typescript-eslint/unbound-method': 'off',
      // Some interfaces require a promise.
      '@typescript-eslint/require-await': 'off',
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
    },
  },
  // One project per file: the parser would build the others first to look for the file there.
  withProject(NODE_FILES, 'tsconfig.node.json'),
  withProject(E2E_FILES, 'e2e/tsconfig.json'),
  withProject(['e2e/remotes/*/src/**'], 'tsconfig.browser.json'),
  { files: BROWSER, ...reactHooks.configs.flat.recommended },
  { files: BROWSER, rules: { 'no-console': 'error' } },
  // Whoever puts the element into a page reads there what is missing.
  { files: ['apps/shell/src/element/**'], rules: { 'no-console': ['error', { allow: ['warn', 'error'] }] } },
  refuse(TYPESCRIPT, DOUBLE_CAST, OWN_GLOBAL, DEFAULT_EXPORT),
  // The type of a custom element is global.
  refuse(['apps/shell/src/element/customer-portal-element.ts'], DOUBLE_CAST, DEFAULT_EXPORT),
  refuse(
    ['**/*.config.ts', 'apps/*/webpack.*.ts', '{apps,e2e/remotes}/*/src/remote.ts', 'e2e/support/start.ts'],
    DOUBLE_CAST,
    OWN_GLOBAL,
  ),
  // Tests replace globals, and compare unparsed answers.
  refuse(TESTS, DOUBLE_CAST, DEFAULT_EXPORT),
  // Jest calls the default export of its globalSetup.
  refuse(['apps/server/src/testing/database-snapshot.ts'], DOUBLE_CAST),
  {
    files: TESTS,
    rules: {
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
    },
  },
  // A fixture of Playwright names what it builds upon in a pattern, which may be empty. axe brings a global.
  refuse(['e2e/support/accessibility.ts'], DOUBLE_CAST, DEFAULT_EXPORT),
  { files: ['e2e/**'], rules: { 'no-empty-pattern': 'off' } },
  { files: ['**/*.{js,cjs,mjs}'], ...tseslint.configs.disableTypeChecked },
  {
    files: ['**/*.cjs'],
    languageOptions: { sourceType: 'commonjs', globals: { module: 'writable', require: 'readonly' } },
    rules: { '@typescript-eslint/no-require-imports': 'off' },
  },
];
