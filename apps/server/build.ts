import { build } from 'rolldown';

/**
 * `pnpm build`: bundles the server and its commands with their packages, so that they start without a compiler. `portal`
 * too, for the container, which has no workspace.
 */
await build({
  input: {
    main: 'src/main.ts',
    'doctor-command': 'src/doctor-command.ts',
    'import-command': 'src/import-command.ts',
    'migrate-command': 'src/migrate-command.ts',
    'operator-command': 'src/operator-command.ts',
    portal: '../../packages/cli/src/main.ts',
  },
  platform: 'node',
  // PGlite and zstd load their WebAssembly from their own directories; pg-native is optional and not installed.
  external: ['@electric-sql/pglite', '@bokuweb/zstd-wasm', 'pg-native'],
  // The CommonJS build of jsonc-parser requires its parts in a way that no bundler sees.
  resolve: { mainFields: ['module', 'main'] },
  transform: { define: { 'process.env.NODE_ENV': '"production"' } },
  // Directives of React in its packages mean nothing to a server.
  onLog: (level, log, print) => {
    if (log.code !== 'MODULE_LEVEL_DIRECTIVE') print(level, log);
  },
  output: {
    dir: 'dist',
    cleanDir: true,
    // Node reads code and maps at each start: the smaller, the sooner a replica is back. Names stay for error messages.
    minify: { compress: true, mangle: false, codegen: { removeWhitespace: true } },
    sourcemap: true,
    sourcemapExcludeSources: true,
  },
});
