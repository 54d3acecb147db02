import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { RUN_DIR } from './directories';

/** A federation container: `init` receives the share scope, `get` returns the exposed module. */
const container = (globalName: string, { init = '', get = '' }): string =>
  `var ${globalName} = { init() { ${init} }, async get() { ${get} } };`;

const throwingRoutes = (paths: readonly string[]): string =>
  `${JSON.stringify(paths)}.map((path) => ({
    path, title: 'Broken', Component() { throw new Error('broken screen'); },
  }))`;

const moduleWith = (routes: string) => `return () => ({ default: { routes: ${routes} } });`;

interface Fault {
  /** Completes "a remote that …". */
  description: string;
  /** The published script. */
  entry: (globalName: string, paths: readonly string[]) => string;
}

/** The ways in which a remote's code can fail. */
export const FAULTS: readonly Fault[] = [
  { description: 'throws as it starts', entry: () => `throw new Error('broken build');` },
  {
    description: 'rejects the share scope',
    entry: (name) => container(name, { init: `throw new Error('broken init');` }),
  },
  {
    description: 'returns no module',
    entry: (name) => container(name, { get: `throw new Error('broken get');` }),
  },
  {
    description: 'exposes a module of the wrong shape',
    entry: (name) => container(name, { get: moduleWith('[]') }),
  },
  {
    description: 'throws at its first render',
    entry: (name, paths) => container(name, { get: moduleWith(throwingRoutes(paths)) }),
  },
];

/**
 * Writes a broken build of a remote.
 * @returns the directory to publish
 */
export const writeBrokenBuild = async (
  remote: string,
  fault: Fault,
  paths: readonly string[],
): Promise<string> => {
  const globalName = `portal_${remote.replaceAll('-', '_')}_${FAULTS.indexOf(fault)}`;
  const directory = join(RUN_DIR, 'broken', globalName);
  await mkdir(directory, { recursive: true });
  await writeFile(join(directory, 'remoteEntry.js'), fault.entry(globalName, paths));
  await writeFile(
    join(directory, 'build.json'),
    JSON.stringify({ entry: 'remoteEntry.js', globalName, preload: [] }),
  );
  return directory;
};
