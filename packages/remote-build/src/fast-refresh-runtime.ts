import * as react from 'react-refresh/runtime';

const KEPT = Symbol.for('portal.fast-refresh');

/** Keeps the page's first copy of react-refresh: the shell and each remote bundle one, React supports only one. */
const page = globalThis as { [KEPT]?: typeof react };

/** Makes the page's React replaceable. It must run before React DOM, which is the one for development. */
export const start = (): void => {
  // The type says a window, which the global object is in a page.
  react.injectIntoGlobalHook(globalThis as typeof globalThis & Window);
  page[KEPT] = react;
};

/** Undefined in a page whose React DOM is the one for production: it has no `scheduleRefresh`. */
const started = (): typeof react | undefined => page[KEPT];

/** Registers the components of a module; its `id` is unique in the page. */
export const register =
  (id: string) =>
  (component: unknown, name: string): void =>
    started()?.register(component, `${id} ${name}`);

/** Remembers which hooks a component uses: its state is kept while they are the same. */
export const signature = (): object =>
  started()?.createSignatureFunctionForTransform() ?? ((component: unknown) => component);

/** The part of `import.meta.webpackHot` used here. */
export interface Hot {
  /** Data of the module that this one replaces; undefined the first time. */
  data?: { held?: string } | undefined;
  accept: () => void;
  /** Passes the update on to the modules that import this one. */
  invalidate: () => void;
  dispose: (keep: (data: { held?: string }) => void) => void;
}

const hasRoutes = (value: unknown): value is { routes: readonly { path: string; Component: unknown }[] } =>
  typeof value === 'object' && value !== null && 'routes' in value && Array.isArray(value.routes);

/** React cannot replace a component by one with another name. */
const nameOf = (component: unknown): string => (typeof component === 'function' ? component.name : '');

/** The names of components, or the routes of a remote; undefined if React can't replace an export. */
const describeExports = (exports: object): string | undefined => {
  const entries = Object.entries(exports);
  if ('default' in exports && hasRoutes(exports.default))
    return exports.default.routes.map(({ path, Component }) => `${path} ${nameOf(Component)}`).join(' ');
  return entries.length > 0 && entries.every(([, value]) => react.isLikelyComponentType(value))
    ? entries.map(([name]) => name).join(' ')
    : undefined;
};

/** Registers the components that `defineRemote` has made of `mount`s: they belong to no module. */
const registerRoutes = (exports: object): void => {
  if ('default' in exports && hasRoutes(exports.default))
    for (const { path, Component } of exports.default.routes) started()?.register(Component, path);
};

/** Lets a module be replaced while its exports keep their description; otherwise its importers, or the page, run again. */
export const replaceable = (hot: Hot | undefined, exports: object): void => {
  const runtime = started();
  if (!hot || !runtime) return;
  const held = describeExports(exports);
  registerRoutes(exports);
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

/** Shows the next build of `vite build --watch`, whose `src/remote.ts` follows the one after it. */
export const followBuilds = (
  exports: object,
  address: string,
  load: (url: string) => Promise<object>,
): void => {
  registerRoutes(exports);
  const builds = new EventSource(new URL('/builds', address));
  const show = async (files: string[]): Promise<void> => {
    builds.close();
    const modules = await Promise.all(files.map((file) => load(new URL(file, builds.url).href)));
    const isRemote = (module: object) => describeExports(module) === describeExports(exports);
    const runtime = modules.some(isRemote) ? started() : undefined;
    if (runtime) runtime.performReactRefresh();
    else location.reload();
  };
  builds.addEventListener('message', ({ data }: MessageEvent<string>) => {
    // A new stylesheet is no module.
    show(data.split(' ')).catch(() => location.reload());
  });
};
