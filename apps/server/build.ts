import { build } from 'rolldown';

/** `pnpm build`: bundles the server and the `portal` command with their packages: the container has no workspace. */
await build({
  input: {
    main: 'src/main.ts',
    portal: 'src/portal.ts',
  },
  platform: 'node',
  // PGlite loads its WebAssembly from its own directory, sharp its native code; pg-native is optional and not installed. Containers have no
  // browser for `portal verify`.
  external: ['@electric-sql/pglite', 'axe-core', 'pg-native', 'playwright-core', 'sharp'],
  transform: { define: { 'process.env.NODE_ENV': '"production"' } },
  // Ignore React's 'use client' directives: they mean nothing to a server.
  onLog: (level, log, print) => {
    if (log.code !== 'MODULE_LEVEL_DIRECTIVE') print(level, log);
  },
  output: {
    dir: 'dist',
    cleanDir: true,
    // Smaller code and maps make a start faster. Names stay for error messages.
    minify: { compress: true, mangle: false, codegen: { removeWhitespace: true } },
    sourcemap: true,
    sourcemapExcludeSources: true,
  },
});
