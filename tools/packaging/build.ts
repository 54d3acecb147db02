import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { builtinModules } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { rolldown, type OutputOptions, type Plugin, type RolldownOptions } from 'rolldown';
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

const EXTENSIONS = ['.tsx', '.ts', '.d.ts'];

const withExtension = (file: string): string =>
  EXTENSIONS.map((extension) => file + extension).find((path) => existsSync(path)) ?? file;

/** `./dist/testing/index.js` is built from `testing/index` in a folder. */
const entriesOf = (files: readonly string[], folder: string): Record<string, string> =>
  Object.fromEntries(
    files.map((file) => {
      const entry = file.replace('./dist/', '').replace(/\.js$/, '');
      return [entry, withExtension(join(folder, entry))];
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

/** The folder for the compiler's type declarations, before they are bundled. */
const CACHE = join(process.cwd(), 'node_modules/.cache/build');
const TYPES = join(CACHE, 'types', relative(WORKSPACE, process.cwd()), 'src');

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

/** Modules of the workspace that are not published, by what imports call them: their types are bundled. */
const PRIVATE: Readonly<Record<string, string>> = {
  '@portal/api/testing': 'packages/api/src/testing/test-server',
  '@portal/contract': 'packages/contract/src/index',
  '@portal/texts': 'packages/texts/src/index',
  '@portal/texts/i18n': 'packages/texts/src/i18n',
};

/** Finds the types of private packages that the compiler has declared beside those of this package. */
const declaredPrivately: Plugin = {
  name: 'declared-privately',
  resolveId: {
    // Before the resolver of types, which would take the sources.
    order: 'pre',
    handler: (request) => {
      const file = PRIVATE[request];
      return file && join(CACHE, 'types', `${file}.d.ts`);
    },
  },
};

/** Declares the types of entries and of all their imports, in a tree like that of `src`. */
const declareTypes = async (files: readonly string[]): Promise<void> => {
  const project = {
    extends: TSCONFIG,
    compilerOptions: { rootDir: WORKSPACE, outDir: join(CACHE, 'types'), emitDeclarationOnly: true },
    files: Object.values(entriesOf(files, join(process.cwd(), 'src'))),
    // Each file of private packages, because the compiler writes no types for what it first finds in node_modules.
    include: Object.values(PRIVATE).map((file) => join(WORKSPACE, dirname(file), '**/*.ts')),
    exclude: ['**/*.test.ts'],
  };
  await mkdir(CACHE, { recursive: true });
  await writeFile(join(CACHE, 'tsconfig.json'), JSON.stringify(project));
  const compiler = join(WORKSPACE, 'node_modules/typescript7/bin/tsc');
  await promisify(execFile)(process.execPath, [compiler, '-p', CACHE]);
};

await rm('dist', { recursive: true, force: true });

if (exported.length > 0) {
  await bundle({ input: entriesOf(exported, 'src') });
  await declareTypes(exported);
  await bundle({
    input: entriesOf(exported, TYPES),
    plugins: [declaredPrivately, dts({ dtsInput: true, tsconfig: false })],
  });
}
if (commands.length > 0)
  await bundle(
    { input: entriesOf(commands, 'src'), platform: 'node' },
    { chunkFileNames: 'command-[name]-[hash].js', minify: true },
  );

process.stdout.write(`${basename(process.cwd())}: built\n`);
