import { build } from 'rolldown';

/** `pnpm build`: bundles the server and its commands with their packages, so that they start without a compiler. */
await build({
  input: ['src/main.ts', 'src/import-command.ts', 'src/migrate-command.ts'],
  platform: 'node',
  // PGlite loads its WebAssembly from its own directory; pg-native is optional and not installed.
  external: ['@electric-sql/pglite', 'pg-native'],
  // The CommonJS build of jsonc-parser requires its parts in a way that no bundler sees.
  resolve: { mainFields: ['module', 'main'] },
  transform: { define: { 'process.env.NODE_ENV': '"production"' } },
  // Directives of React in its packages mean nothing to a server.
  onLog: (level, log, print) => {
    if (log.code !== 'MODULE_LEVEL_DIRECTIVE') print(level, log);
  },
  output: { dir: 'dist', cleanDir: true, sourcemap: true },
});
