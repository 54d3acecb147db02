import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { buildOf, FEDERATION_MANIFEST, federationManifestSchema } from '@portal/contract';
import * as v from 'valibot';

const WEBPACK = join(__dirname, '../../node_modules/webpack-cli/bin/cli.js');
const CONFIGURATION = join(__dirname, '../sample.config.ts');

/** Source texts by path. */
type Sources = Readonly<Record<string, string>>;

/** A remote with nested and named chunks, and styles in both. */
export const SAMPLE: Sources = {
  'remote.json': JSON.stringify({
    name: 'sample-remote',
    title: 'Sample',
    access: 'customer',
    routes: ['/sample'],
    navigation: [],
    requires: { shell: '*' },
  }),
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

export const writeSources = async (directory: string, sources: Sources): Promise<void> => {
  for (const [file, content] of Object.entries(sources)) {
    await mkdir(dirname(join(directory, file)), { recursive: true });
    await writeFile(join(directory, file), content);
  }
  // The libraries of this package.
  await symlink(join(__dirname, '../../node_modules'), join(directory, 'node_modules'));
};

const readBuild = async (directory: string): Promise<BuiltFiles> => {
  const files = (await readdir(directory)).filter((file) => !file.endsWith('.map'));
  const entries = files.map(async (file) => [file, await readFile(join(directory, file))] as const);
  return Object.fromEntries(await Promise.all(entries));
};

/**
 * Builds variants of the sample for production, each in its own directory, in one process of webpack's CLI.
 * @param variants for each, sources that replace those of the sample
 */
export const buildSamples = async <Name extends string>(
  variants: Readonly<Record<Name, Sources>>,
): Promise<Record<Name, BuiltFiles>> => {
  const directory = await mkdtemp(join(tmpdir(), 'sample-remotes-'));
  const names = Object.keys(variants) as Name[];
  for (const name of names) await writeSources(join(directory, name), { ...SAMPLE, ...variants[name] });
  await promisify(execFile)(process.execPath, [
    ...['--import', 'tsx', WEBPACK],
    ...['--mode', 'production', '--config', CONFIGURATION, '--env', `directory=${directory}`],
  ]);
  const builds = names.map(async (name) => [name, await readBuild(join(directory, name, 'dist'))] as const);
  return Object.fromEntries(await Promise.all(builds)) as Record<Name, BuiltFiles>;
};

/** Builds the sample for production in a new directory. */
export const buildSample = async (changed: Sources = {}): Promise<BuiltFiles> =>
  (await buildSamples({ sample: changed })).sample;

/** What the federation manifest says. */
export const buildIn = (files: BuiltFiles) =>
  buildOf(v.parse(federationManifestSchema, JSON.parse(String(files[FEDERATION_MANIFEST]))));
