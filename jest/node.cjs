/**
 * Jest for a node package: TypeScript through swc, tests beside the code.
 *
 * @param {import('jest').Config} [overrides] what this package needs on top
 * @returns {import('jest').Config}
 */
module.exports = (overrides = {}) => ({
  testEnvironment: 'node',
  testMatch: ['<rootDir>/src/**/*.test.ts'],
  transform: {
    '\\.[cm]?[jt]s$': [
      require.resolve('@swc/jest'),
      { jsc: { parser: { syntax: 'typescript' }, target: 'es2022' }, module: { type: 'commonjs' } },
    ],
  },
  // pnpm keeps packages under .pnpm/<name>@<version>/. These publish ES modules only, or call `import()`.
  transformIgnorePatterns: [
    '/node_modules/\\.pnpm/(?!(@electric-sql\\+pglite|canonicalize|citty|cookie|kysely|mime|p-map|postal-mime)@)',
  ],
  ...overrides,
});
