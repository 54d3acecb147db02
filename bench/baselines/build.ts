import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import webpack, { type Configuration } from 'webpack';
import { WORKSPACE } from '../../e2e/support/directories';
import { isUpToDate, SHARED_SOURCES } from '../builds';
import { STATIC } from './configurations';

/** Baselines are kept between runs, until a source changes. */
const CACHE = join(WORKSPACE, 'bench/node_modules/.cache/baselines');

/** A built baseline: its folder, and the addresses of the scripts in its HTML. */
export interface Baseline {
  directory: string;
  scripts: readonly string[];
}

const scriptsSchema = v.array(v.string());

/** Builds a baseline, unless its last build is newer than the sources. */
export const buildBaseline = async (
  name: string,
  configurations: (output: string) => Configuration[],
): Promise<Baseline> => {
  const directory = join(CACHE, name);
  const list = `${directory}.json`;
  if (!(await isUpToDate(list, ['apps', 'bench/baselines', ...SHARED_SOURCES]))) {
    await rm(directory, { recursive: true, force: true });
    await mkdir(directory, { recursive: true });
    // One by one, to save memory.
    const scripts: string[] = [];
    for (const configuration of configurations(directory)) scripts.push(...(await compile(configuration)));
    await writeFile(list, JSON.stringify(scripts));
  }
  return { directory, scripts: v.parse(scriptsSchema, JSON.parse(await readFile(list, 'utf8'))) };
};

/** @returns the addresses of the entry's scripts, in loading order */
const compile = async (configuration: Configuration): Promise<string[]> => {
  const stats = await new Promise<webpack.Stats>((resolve, reject) => {
    webpack(configuration).run((error, done) => {
      if (error || !done) reject(error ?? new Error(`${configuration.name} was not built.`));
      else if (done.hasErrors()) reject(new Error(done.toString({ preset: 'errors-only' })));
      else resolve(done);
    });
  });
  const { main } = stats.toJson({ all: false, entrypoints: true }).entrypoints ?? {};
  const files = (main?.assets ?? []).map(({ name }) => name).filter((name) => name.endsWith('.js'));
  const publicPath = configuration.output?.publicPath;
  return files.map((name) => (typeof publicPath === 'string' ? publicPath : STATIC) + name);
};
