/** Jest for a browser package: TypeScript and JSX through swc, screens in jsdom. */
module.exports = {
  // jsdom hides Node's fetch, streams and encoders, which MSW needs; this environment restores them.
  testEnvironment: require.resolve('jest-fixed-jsdom'),
  testMatch: ['<rootDir>/src/**/*.test.{ts,tsx}'],
  // A screen test with a dozen steps takes longer than Jest's 5 seconds on a busy machine.
  testTimeout: 30_000,
  setupFiles: [require.resolve('./jsdom-gaps.cjs')],
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
  // @portal/theme's deferred components; its own tests cover the wait.
  moduleNameMapper: { '^\\./deferred-components$': './parts/at-once' },
  // MSW and its dependencies publish ES modules only. pnpm keeps packages under .pnpm/<name>@<version>/.
  transformIgnorePatterns: [
    '/node_modules/\\.pnpm/(?!(msw|rettime|until-async|@mswjs\\+[\\w-]+|@open-draft\\+[\\w-]+)@)',
  ],
};
