import * as react from 'react-refresh/runtime';

/** The key of the page's first copy of react-refresh: the shell and each remote bundle one, React supports only one. */
const KEPT = Symbol.for('portal.fast-refresh');

const isRuntime = (value: unknown): value is typeof react =>
  typeof value === 'object' && value !== null && 'performReactRefresh' in value;

const start = (): typeof react => {
  // `Reflect.apply` takes what the type, a window, is not: the global object of Node.
  Reflect.apply(react.injectIntoGlobalHook, undefined, [globalThis]);
  Reflect.set(globalThis, KEPT, react);
  return react;
};

const kept: unknown = Reflect.get(globalThis, KEPT);

const runtime = isRuntime(kept) ? kept : start();

/** Registers the components of a module; its `id` is unique in the page. */
export const register =
  (id: string) =>
  (component: unknown, name: string): void =>
    runtime.register(component, `${id} ${name}`);

/** Remembers which hooks a component uses: its state is kept while they are the same. */
export const signature = (): object => runtime.createSignatureFunctionForTransform();

/** The part of `import.meta.webpackHot` used here. */
export interface Hot {
  /** Data of the module that this one replaces; undefined the first time. */
  data?: { held?: string } | undefined;
  accept: () => void;
  /** Passes the update on to the modules that import this one. */
  invalidate: () => void;
  dispose: (keep: (data: { held?: string }) => void) => void;
}

const hasRoutes = (value: unknown): value is { routes: readonly { path: string }[] } =>
  typeof value === 'object' && value !== null && 'routes' in value && Array.isArray(value.routes);

/** The names of components, or the routes of a remote; undefined if React can't replace an export. */
const describeExports = (exports: object): string | undefined => {
  const entries = Object.entries(exports);
  if ('default' in exports && hasRoutes(exports.default))
    return exports.default.routes.map(({ path }) => path).join(' ');
  return entries.length > 0 && entries.every(([, value]) => runtime.isLikelyComponentType(value))
    ? entries.map(([name]) => name).join(' ')
    : undefined;
};

/** Lets a module be replaced while its exports keep their description; otherwise its importers run again. */
export const replaceable = (hot: Hot | undefined, exports: object): void => {
  if (!hot) return;
  const held = describeExports(exports);
  const before = hot.data?.held;
  if (held !== undefined) {
    hot.accept();
    hot.dispose((data) => {
      data.held = held;
    });
  }
  if (before === undefined) return;
  if (before !== held) hot.invalidate();
  // A microtask, so that all modules of the update have run.
  else queueMicrotask(() => runtime.performReactRefresh());
};
