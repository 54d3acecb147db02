import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

const WEBPACK = join(__dirname, '../node_modules/webpack-cli/bin/cli.js');
const CONFIGURATION = join(__dirname, '../sample.config.ts');

/** A remote with nested and named chunks, and styles in both. */
const SAMPLE: Readonly<Record<string, string>> = {
  'tsconfig.json': JSON.stringify({ compilerOptions: { target: 'ES2022', module: 'ESNext' } }),
  'src/remote.ts': `
    import './remote.css';
    export const load = () => import('./screen');`,
  'src/screen.ts': `
    import classes from './screen.module.css';
    export const heading = classes.title;
    export const nested = () => import(/* webpackChunkName: 'nested' */ './nested');`,
  'src/nested.ts': `export const text = 'the innermost';`,
  'src/remote.css': 'h1 { color: rebeccapurple; }',
  'src/screen.module.css': '.title { color: teal; }',
};

/** The files of a build by name, without source maps. */
export type BuiltFiles = Readonly<Record<string, Buffer>>;

/**
 * Builds the sample for production with webpack's CLI in a new directory.
 * @param changed sources that replace those of the sample
 */
export const buildSample = async (changed: Readonly<Record<string, string>> = {}): Promise<BuiltFiles> => {
  const directory = await mkdtemp(join(tmpdir(), 'sample-remote-'));
  for (const [file, content] of Object.entries({ ...SAMPLE, ...changed })) {
    await mkdir(dirname(join(directory, file)), { recursive: true });
    await writeFile(join(directory, file), content);
  }
  await promisify(execFile)(process.execPath, [
    ...['--import', 'tsx', WEBPACK],
    ...['--mode', 'production', '--config', CONFIGURATION, '--env', `directory=${directory}`],
  ]);
  const files = (await readdir(join(directory, 'dist'))).filter((file) => !file.endsWith('.map'));
  return Object.fromEntries(
    await Promise.all(
      files.map(async (file) => [file, await readFile(join(directory, 'dist', file))] as const),
    ),
  );
};

/** Parses `build.json`. */
export const manifestOf = (files: BuiltFiles): unknown => JSON.parse(String(files['build.json']));
