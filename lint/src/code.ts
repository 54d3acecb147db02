import js from '@eslint/js';
import type { Linter } from 'eslint';
import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';
import { WORKSPACE } from './workspace';

const TYPESCRIPT = ['**/*.{ts,tsx}'];
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
  message: 'A cast of a cast says nothing that holds. Parse the value where it enters.',
};
const OWN_GLOBAL: Refusal = {
  selector:
    ':matches(TSModuleDeclaration[kind="global"], AssignmentExpression[left.object.name=/^(window|globalThis)$/])',
  message: 'No globals of our own: pass the value on.',
};
const DEFAULT_EXPORT: Refusal = {
  selector: 'ExportDefaultDeclaration',
  message: 'Export by name; only configurations, remotes and what a tool wants have a default export.',
};

const refuse = (files: string[], ...refusals: Refusal[]): Linter.Config => ({
  files,
  rules: { 'no-restricted-syntax': ['error', ...refusals] },
});

/** What holds in every file, whatever it is about. */
export const code: Linter.Config[] = [
  // A comment cannot switch a rule off.
  { linterOptions: { noInlineConfig: true } },
  js.configs.recommended,
  ...tseslint.configs.recommendedTypeChecked,
  {
    files: TYPESCRIPT,
    languageOptions: {
      parserOptions: {
        // In CI the parser would read each file from the disk, once, instead of the text that it is handed.
        disallowAutomaticSingleRunInference: true,
        project: ['tsconfig.browser.json', 'tsconfig.node.json', 'e2e/tsconfig.json'],
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
      // Node and Fastify know what to do with a promise; an element's attribute would lose its failure.
      '@typescript-eslint/no-misused-promises': [
        'error',
        { checksVoidReturn: { arguments: false, properties: false } },
      ],
      // Kysely hands out its errors as unknown; Kysely and Intl hand out methods that are bound.
      '@typescript-eslint/only-throw-error': 'off',
      '@typescript-eslint/unbound-method': 'off',
      // What has to return a promise need not wait for one.
      '@typescript-eslint/require-await': 'off',
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
    },
  },
  { files: BROWSER, ...reactHooks.configs.flat.recommended },
  { files: BROWSER, rules: { 'no-console': 'error' } },
  // Whoever puts the element into a page reads there what is missing.
  { files: ['apps/shell/src/embed/**'], rules: { 'no-console': ['error', { allow: ['warn', 'error'] }] } },
  refuse(TYPESCRIPT, DOUBLE_CAST, OWN_GLOBAL, DEFAULT_EXPORT),
  // A custom element is the browser's global, and this is its type.
  refuse(['apps/shell/src/embed/customer-portal-element.ts'], DOUBLE_CAST, DEFAULT_EXPORT),
  refuse(
    [
      '**/*.config.ts',
      'apps/*/webpack.*.ts',
      'apps/shell/src/federation/*-plugin.ts',
      '{apps,e2e/remotes}/*/src/remote.ts',
      'e2e/support/start.ts',
    ],
    DOUBLE_CAST,
    OWN_GLOBAL,
  ),
  // Tests put something in a global's place, and compare answers that nobody has parsed.
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
