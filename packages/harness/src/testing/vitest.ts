/** Vitest's configuration for the tests of a remote: jsdom, with the setup and matchers of `@portal/harness`. */
export const portalTests = {
  // As Node resolves the imports of packages: the remote and its packages must have the same router.
  resolve: { conditions: ['module-sync'], tsconfigPaths: true },
  test: {
    environment: 'jsdom',
    globals: true,
    // Above the 20 s that the queries of the setup may take on a busy machine.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    setupFiles: ['@portal/harness/testing/setup'],
    // Inline these packages, so that all of them use the same React and the same router.
    server: { deps: { inline: [/@portal\//] } },
  },
};
