import { readFile, rm } from 'node:fs/promises';
import { builtinModules } from 'node:module';
import { basename, join } from 'node:path';
import { rolldown, type RolldownOptions } from 'rolldown';
import { dts } from 'rolldown-plugin-dts';
import * as v from 'valibot';
import { catalogs } from './remote/src/vite-catalogs';

/**
 * Builds the package in this folder, as `prepack` of each published package: what its `publishConfig` exports, as
 * ECMAScript modules with types, and its commands. A dependency stays an import; a development dependency comes along.
 */

const names = v.optional(v.record(v.string(), v.unknown()), {});
const target = v.union([v.string(), v.object({ types: v.string(), default: v.string() })]);

const { name, dependencies, peerDependencies, publishConfig } = v.parse(
  v.pipe(
    v.string(),
    v.parseJson(),
    v.object({
      name: v.string(),
      dependencies: names,
      peerDependencies: names,
      publishConfig: v.object({
        bin: v.optional(v.record(v.string(), v.string()), {}),
        exports: v.record(v.string(), target),
      }),
    }),
  ),
  await readFile('package.json', 'utf8'),
);

/** `./dist/testing/index.js` is built from `src/testing/index`. */
const entriesOf = (files: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    files.map((file) => {
      const entry = file.replace('./dist/', '').replace(/\.js$/, '');
      return [entry, `./src/${entry}`];
    }),
  );

/** What a package imports by its own name stays so: one entry of `@portal/theme` is shared, the others are not. */
const installed = [name, ...Object.keys({ ...dependencies, ...peerDependencies })];
const isInstalled = (request: string): boolean =>
  installed.some((one) => request === one || request.startsWith(`${one}/`)) ||
  request.startsWith('node:') ||
  builtinModules.includes(request);

const TSCONFIG = join(import.meta.dirname, 'tsconfig.build.json');

const common: RolldownOptions = {
  external: isInstalled,
  tsconfig: TSCONFIG,
  // No paths of this machine in comments.
  experimental: { attachDebugInfo: 'none' },
  resolve: { extensions: ['.tsx', '.ts', '.js'] },
  // Directives and `eval` in packages that come along.
  onLog: (level, log, print) => {
    if (level !== 'warn') print(level, log);
  },
};

const exported = Object.values(publishConfig.exports).flatMap((file) =>
  typeof file === 'string' ? [] : file.default,
);
const commands = Object.values(publishConfig.bin);

await rm('dist', { recursive: true, force: true });

if (exported.length > 0) {
  const build = await rolldown({
    ...common,
    input: entriesOf(exported),
    plugins: [catalogs(), dts({ tsconfig: TSCONFIG })],
  });
  await build.write({ dir: 'dist', format: 'es', chunkFileNames: '[name]-[hash].js' });
  await build.close();
}

if (commands.length > 0) {
  const build = await rolldown({ ...common, input: entriesOf(commands), platform: 'node' });
  await build.write({ dir: 'dist', format: 'es', chunkFileNames: 'command-[name]-[hash].js', minify: true });
  await build.close();
}

process.stdout.write(`${basename(process.cwd())}: built\n`);
