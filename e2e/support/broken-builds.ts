import { readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { RUN_DIR, WORKSPACE } from './directories';

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
  /** The delay before it does harm. */
  laterMs?: number;
  /** The published script. */
  entry: (globalName: string, paths: readonly string[]) => string;
}

/** Until `portal status` lists a fault: ten seconds after it does harm, plus ten because tests share the machine. */
export const REPORTED_WITHIN_MS = 20_000;

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

const atImport =
  (run: string): Fault['entry'] =>
  (name, paths) =>
    container(name, { get: run + moduleWith(routesThat(paths, '')) });

const inRender =
  (run: string): Fault['entry'] =>
  (name, paths) =>
    container(name, { get: moduleWith(routesThat(paths, run)) });

const LATER_MS = 1500;

const later = (run: string): string => `setTimeout(() => { ${run} }, ${LATER_MS});`;

const LOOP = 'for (;;);';
const NO_MAP = 'Array.prototype.map = function () { return []; };';
const NO_FETCH = 'window.fetch = () => new Promise(() => undefined);';
const ADOPT =
  "const sheet = new CSSStyleSheet(); sheet.replaceSync('* { background: red !important }'); document.adoptedStyleSheets.push(sheet);";
const STYLE =
  "const style = document.createElement('style'); style.nonce = document.querySelector('[nonce]').nonce; style.textContent = 'body, header { background: red !important }'; document.head.append(style);";

/** Versions that freeze the page. */
export const FREEZING: readonly Fault[] = [
  { description: 'loops as it starts', entry: atImport(LOOP) },
  { description: 'loops as it renders', entry: inRender(LOOP) },
  { description: 'loops once its data is there', laterMs: LATER_MS, entry: inRender(later(LOOP)) },
];

/** Versions that change built-ins or styles, which all code of the page shares. */
export const MEDDLING: readonly Fault[] = [
  { description: 'changes arrays in its entry', entry: (name, paths) => NO_MAP + atImport('')(name, paths) },
  { description: 'changes arrays as it starts', entry: atImport(NO_MAP) },
  { description: 'changes arrays as it renders', entry: inRender(NO_MAP) },
  { description: 'changes fetch later', laterMs: LATER_MS, entry: inRender(later(NO_FETCH)) },
  { description: 'adopts a style sheet', entry: atImport(ADOPT) },
  { description: 'adds a style element later', laterMs: LATER_MS, entry: inRender(later(STYLE)) },
];

/** A version after which React can't render anything. */
export const BREAKING_REACT: Fault = {
  description: 'breaks React',
  entry: (name, paths) =>
    container(name, {
      init: `const [shared] = Object.values(scope['react/jsx-runtime']); const runtime = (await shared.get())();
        runtime.jsx = runtime.jsxs = () => { throw new Error('broken React'); };`,
      get: moduleWith(routesThat(paths, '')),
    }),
};

/** A version that never starts, although it loads no files. */
export const NEVER_STARTING: Fault = {
  description: 'never resolves what it exposes',
  entry: (name) => container(name, { get: 'return new Promise(() => undefined);' }),
};

const REACT = join(WORKSPACE, 'apps/shell/node_modules/react/cjs/react.production.js');

/** A version with a React of its own: its hooks fail in the shell's renderer. */
export const SECOND_REACT: Fault = {
  description: 'brings a second React',
  entry: (name, paths) =>
    `var ${name}_react = (() => { const exports = {}; ${readFileSync(REACT, 'utf8')}; return exports; })();` +
    inRender(`${name}_react.useState(0);`)(name, paths),
};

/** Versions that harm the page, with the cause that `portal status` names. */
export const CARELESS: readonly (readonly [fault: Fault, cause: string])[] = [
  ...FREEZING.map((fault) => [fault, 'freeze'] as const),
  ...MEDDLING.map((fault) => [fault, 'globals'] as const),
  [BREAKING_REACT, 'render'],
  [SECOND_REACT, 'render'],
  [NEVER_STARTING, 'stuck'],
];

/** A version whose entry has 30 MB. */
export const HEAVY: Fault = {
  description: 'weighs 30 MB',
  entry: (name, paths) => `${atImport('')(name, paths)}/*${'x'.repeat(30_000_000)}*/`,
};

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
  const directory = join(RUN_DIR, 'broken', globalName);
  await mkdir(directory, { recursive: true });
  await writeFile(join(directory, 'remoteEntry.js'), fault.entry(globalName, paths));
  await writeFile(
    join(directory, 'build.json'),
    JSON.stringify({ entry: 'remoteEntry.js', globalName, preload: [] }),
  );
  return directory;
};
