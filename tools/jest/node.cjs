const swc = (syntax) => [
  require.resolve('@swc/jest'),
  {
    jsc: { parser: { syntax: 'typescript', ...syntax }, target: 'es2022' },
    module: { type: 'commonjs' },
  },
];

/**
 * Jest for a Node package: TypeScript through swc.
 *
 * @param {import('jest').Config} [overrides] options of this package
 * @returns {import('jest').Config}
 */
module.exports = (overrides = {}) => ({
  testEnvironment: 'node',
  testMatch: ['<rootDir>/src/**/*.test.ts'],
  transform: { '\\.[cm]?[jt]s$': swc({}), '\\.tsx$': swc({ tsx: true }) },
  // These packages publish ES modules only, or call `import()`. pnpm keeps packages under .pnpm/<name>@<version>/.
  transformIgnorePatterns: [
    '/node_modules/\\.pnpm/(?!(@electric-sql\\+pglite|citty|cookie|get-port|jose|kysely|leven|mime|oauth4webapi|openid-client|p-map|postal-mime)@)',
  ],
  ...overrides,
});
