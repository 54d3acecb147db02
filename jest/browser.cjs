/**
 * Jest for a browser package: TypeScript and JSX through swc, screens in jsdom.
 *
 * @param {import('jest').Config} [overrides] what this package needs on top
 * @returns {import('jest').Config}
 */
module.exports = (overrides = {}) => ({
  // jsdom hides Node's fetch, streams and encoders, which MSW answers calls with; this one gives them back.
  testEnvironment: require.resolve('jest-fixed-jsdom'),
  testMatch: ['<rootDir>/src/**/*.test.{ts,tsx}'],
  // A busy machine takes longer than Jest's five seconds for a screen with a dozen steps.
  testTimeout: 30_000,
  setupFiles: [require.resolve('./web-crypto.cjs'), require.resolve('./layout.cjs')],
  setupFilesAfterEnv: [require.resolve('./testing-library.cjs')],
  transform: {
    '\\.css$': require.resolve('./no-styles.cjs'),
    '\\.[cm]?[jt]sx?$': [
      require.resolve('@swc/jest'),
      {
        jsc: {
          parser: { syntax: 'typescript', tsx: true },
          transform: { react: { runtime: 'automatic' } },
          target: 'es2022',
        },
        module: { type: 'commonjs' },
      },
    ],
  },
  // pnpm keeps packages under .pnpm/<name>@<version>/. MSW and what it is made of publish ES modules only.
  transformIgnorePatterns: [
    '/node_modules/\\.pnpm/(?!(msw|rettime|until-async|@mswjs\\+[\\w-]+|@open-draft\\+[\\w-]+)@)',
  ],
  ...overrides,
});
