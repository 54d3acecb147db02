import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { copyDescriptor } from './descriptors';
import { RUN_DIR } from './directories';

/** A federation container: `init` receives the share scope, `get` returns the exposed module. */
const container = (globalName: string, { init = '', get = '' }): string =>
  `var ${globalName} = { async init(scope) { ${init} }, async get() { ${get} } };`;

const throwingRoutes = (paths: readonly string[]): string =>
  `${JSON.stringify(paths)}.map((path) => ({
    path, title: 'Broken', Component() { throw new Error('broken screen'); },
  }))`;

/** Screens that run this code in each render. Nothing here uses arrays, which the code may have changed. */
const routesThat = (paths: readonly string[], run: string): string => {
  const routes = paths.map(
    (path) => `{ path: '${path}', title: 'Hostile', Component() { ${run} return 'Hostile'; } }`,
  );
  return `[${routes.join()}]`;
};

const moduleWith = (routes: string) => `return () => ({ default: { routes: ${routes} } });`;

export interface Fault {
  /** Completes "a remote that …". */
  description: string;
  /** The published script. */
  entry: (globalName: string, paths: readonly string[]) => string;
}

/** Until `portal status` lists a fault: a report is written every two seconds, and tests share the machine. */
export const REPORTED_WITHIN_MS = 20_000;

export const THROWING: Fault = {
  description: 'throws as it starts',
  entry: () => `throw new Error('broken build');`,
};

/** The ways in which a remote's code can fail. */
export const FAULTS: readonly Fault[] = [
  THROWING,
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

const inRender =
  (run: string): Fault['entry'] =>
  (name, paths) =>
    container(name, { get: moduleWith(routesThat(paths, run)) });

const later = (run: string): string => `setTimeout(() => { ${run} }, 1500);`;

/** Versions that harm the page: `portal verify` finds them in its own browser. */
export const HARMFUL: readonly Fault[] = [
  { description: 'loops once its data is there', entry: inRender(later('for (;;);')) },
  {
    description: 'replaces a function of the history later',
    entry: inRender(later('history.pushState = () => undefined;')),
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
  const globalName = `portal_${remote}_${fault.description}`.replaceAll(/\W/g, '_');
  const folder = join(RUN_DIR, 'broken', globalName);
  const directory = join(folder, 'dist');
  await mkdir(directory, { recursive: true });
  await copyDescriptor(remote, folder);
  await writeFile(join(directory, 'remoteEntry.js'), fault.entry(globalName, paths));
  await writeFile(
    join(directory, 'build.json'),
    JSON.stringify({ entry: 'remoteEntry.js', globalName, preload: [] }),
  );
  return directory;
};
