import { existsSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { builtinModules } from 'node:module';
import { basename, join } from 'node:path';
import { rolldown, type OutputOptions, type RolldownOptions } from 'rolldown';
import { dts } from 'rolldown-plugin-dts';
import * as v from 'valibot';

/**
 * `prepack` of each published package: builds the package in the current folder. Writes the exports of its
 * `publishConfig` as ECMAScript modules with types, and its commands. Dependencies stay imports; development dependencies
 * are bundled.
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

const EXTENSIONS = ['.tsx', '.ts'];

const withExtension = (file: string): string =>
  EXTENSIONS.map((extension) => file + extension).find((path) => existsSync(path)) ?? file;

/** `./dist/testing/index.js` is built from `src/testing/index`. */
const entriesOf = (files: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    files.map((file) => {
      const entry = file.replace('./dist/', '').replace(/\.js$/, '');
      return [entry, withExtension(join('src', entry))];
    }),
  );

/** Imports of the package by its own name stay imports: one entry of `@portal/theme` is shared, the others are not. */
const installed = [name, ...Object.keys({ ...dependencies, ...peerDependencies })];
const isInstalled = (request: string): boolean =>
  installed.some((one) => request === one || request.startsWith(`${one}/`)) ||
  request.startsWith('node:') ||
  builtinModules.includes(request);

const WORKSPACE = join(import.meta.dirname, '../..');
const TSCONFIG = join(import.meta.dirname, 'tsconfig.json');

const common: RolldownOptions = {
  external: isInstalled,
  tsconfig: TSCONFIG,
  // Keep paths of this machine out of comments.
  experimental: { attachDebugInfo: 'none' },
  resolve: { extensions: ['.tsx', '.ts', '.js'] },
  // Hide warnings: they are about directives and `eval` in bundled packages.
  onLog: (level, log, print) => {
    if (level !== 'warn') print(level, log);
  },
};

const exported = Object.values(publishConfig.exports).flatMap((file) =>
  typeof file === 'string' ? [] : file.default,
);
const commands = Object.values(publishConfig.bin);

const bundle = async (input: RolldownOptions, output: OutputOptions = {}): Promise<void> => {
  const build = await rolldown({ ...common, ...input });
  await build.write({ dir: 'dist', format: 'es', chunkFileNames: '[name]-[hash].js', ...output });
  await build.close();
};

/** Types are bundled from sources: of this package, and of packages of the workspace that are not published. */
const SOURCES = {
  include: ['ts', 'tsx'].map((ending) => join(WORKSPACE, `packages/*/src/**/*.${ending}`)),
  exclude: ['**/*.test.*'],
};

await rm('dist', { recursive: true, force: true });

if (exported.length > 0) {
  await bundle({ input: entriesOf(exported) });
  await bundle({
    input: entriesOf(exported),
    // `eager`: the compiler would otherwise declare nothing for a private package, which it first finds in node_modules.
    plugins: [dts({ emitDtsOnly: true, eager: true, tsconfig: TSCONFIG, tsconfigRaw: SOURCES })],
  });
}
if (commands.length > 0)
  await bundle(
    { input: entriesOf(commands), platform: 'node' },
    { chunkFileNames: 'command-[name]-[hash].js', minify: true },
  );

process.stdout.write(`${basename(process.cwd())}: built\n`);
