import { catalogs } from './vite-catalogs';

/** How the tests of a remote run: screens in jsdom, calls answered by the handlers that a test names. */
export const portalTests = {
  plugins: [catalogs()],
  test: {
    environment: 'jsdom',
    globals: true,
    setupFiles: ['@portal/harness/testing/setup'],
    // Bundled with the tests, so that all packages have the same React and the same router.
    server: { deps: { inline: [/@portal\//] } },
  },
};
