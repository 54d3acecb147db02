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
  // pnpm keeps packages under .pnpm/<name>@<version>/; these publish ES modules only.
  transformIgnorePatterns: [
    '/node_modules/(?!\\.pnpm/)(?!(kysely|postal-mime)/)',
    '/node_modules/\\.pnpm/(?!(kysely|postal-mime)@)',
  ],
  ...overrides,
});
