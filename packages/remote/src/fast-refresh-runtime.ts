import * as react from 'react-refresh/runtime';

/** Where the page keeps its first copy of React's runtime: the shell and each remote bring one, React knows one only. */
const KEPT = Symbol.for('portal.fast-refresh');

const isRuntime = (value: unknown): value is typeof react =>
  typeof value === 'object' && value !== null && 'performReactRefresh' in value;

const start = (): typeof react => {
  // Its type is that of a window, which Node has not.
  react.injectIntoGlobalHook(Object(globalThis));
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

/** What a bundler knows of a module that can be replaced. */
export interface Hot {
  /** From the module before it; undefined the first time. */
  data?: { held?: string } | undefined;
  accept: () => void;
  /** Hands the update on to those who import the module. */
  invalidate: () => void;
  dispose: (keep: (data: { held?: string }) => void) => void;
}

const hasRoutes = (value: unknown): value is { routes: readonly { path: string }[] } =>
  typeof value === 'object' && value !== null && 'routes' in value && Array.isArray(value.routes);

/**
 * What others hold of a module, if React can replace all of it: the names of its components, or the routes of a remote,
 * whose screens are components. Undefined if others hold more, such as the title of a screen.
 */
const heldOf = (exports: object): string | undefined => {
  const entries = Object.entries(exports);
  if ('default' in exports && hasRoutes(exports.default))
    return exports.default.routes.map(({ path }) => path).join(' ');
  return entries.length > 0 && entries.every(([, value]) => runtime.isLikelyComponentType(value))
    ? entries.map(([name]) => name).join(' ')
    : undefined;
};

/**
 * Lets a module be replaced in the page while others hold the same of it. Otherwise, the modules that import it run again,
 * and without one that can be replaced, the page reloads.
 */
export const replaceable = (hot: Hot | undefined, exports: object): void => {
  if (!hot) return;
  const held = heldOf(exports);
  const before = hot.data?.held;
  if (held !== undefined) {
    hot.accept();
    hot.dispose((data) => {
      data.held = held;
    });
  }
  if (before === undefined) return;
  if (before !== held) hot.invalidate();
  // All modules of the update have run by then.
  else queueMicrotask(() => runtime.performReactRefresh());
};
