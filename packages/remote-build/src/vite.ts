import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { federation } from '@module-federation/vite';
import { DESCRIPTOR_TEXTS_FILE, EXPOSED } from '@portal/contract';
import type { Plugin, PluginOption } from 'vite';
import { nameBySources } from './build-identity';
import { NO_WORKERS } from './build-settings';
import { readDescriptorTexts, readOwnDescriptor } from './descriptor';
import { HARNESS_MAIN, workerIn } from './harness';
import { publishBuild, type RemoteOptions } from './publish-build';
import { sharingForVite } from './shared-parts';
import { consumed } from './sharing';
import { TYPE_ERRORS, typeErrors } from './type-errors';
import { watched } from './vite-watch';

const require = createRequire(import.meta.url);

const HARNESS = 'virtual:portal-harness';

/** Replaces the components of a remote's screens when their files, or what these import, have run again. */
const REPLACEABLE = `
import { validateRefreshBoundaryAndEnqueueUpdate as replaceScreens } from '/@react-refresh';
const screensOf = ({ default: { routes } }) => Object.fromEntries(routes.map(({ path, Component }) => [path, Component]));
if (import.meta.hot)
  import(/* @vite-ignore */ import.meta.url).then((before) => {
    import.meta.hot.accept((after) => {
      const fault = after && replaceScreens('remote', screensOf(before), screensOf(after));
      if (fault) import.meta.hot.invalidate(fault);
    });
  });
`;

/** Fast Refresh for screens: they export a title, too, so `@vitejs/plugin-react` alone would reload the page. */
const fastRefresh = (directory: string): Plugin => {
  let hasReactPlugin = false;
  return {
    name: 'portal-fast-refresh',
    apply: 'serve',
    configResolved: ({ plugins }) => {
      hasReactPlugin = plugins.some(({ name }) => name === 'vite:react-refresh');
    },
    transform: (code, id) =>
      hasReactPlugin && id === join(directory, 'src/remote.ts')
        ? { code: code + REPLACEABLE, map: null }
        : undefined,
  };
};

/** `vite`: runs the remote alone, with the mocked calls of `dev/mocks.ts`. */
const harness = (directory: string): Plugin => ({
  name: 'portal-harness',
  apply: 'serve',
  config: () => ({
    appType: 'custom',
    resolve: { tsconfigPaths: true },
    server: { host: '127.0.0.1' },
    // Pre-bundle these packages: Vite reloads the page for each one that it finds later.
    optimizeDeps: { entries: ['src/remote.ts', 'dev/mocks.ts'], include: ['@portal/harness'] },
  }),
  // The imports of the entry are relative to the remote's folder.
  resolveId: (request) => (request === HARNESS ? join(directory, 'portal-harness.js') : undefined),
  load: (id) => (id === join(directory, 'portal-harness.js') ? HARNESS_MAIN : undefined),
  configureServer: (server) => () => {
    server.middlewares.use(TYPE_ERRORS, typeErrors(directory));
    server.middlewares.use((request, response, next) => {
      const url = request.originalUrl ?? '/';
      if (url === '/mockServiceWorker.js') {
        response.setHeader('content-type', 'text/javascript');
        createReadStream(workerIn(directory)).pipe(response);
        return;
      }
      if (!request.headers.accept?.includes('text/html')) {
        next();
        return;
      }
      readFile(join(import.meta.dirname, '../page/index.html'), 'utf8')
        .then((page) => page.replace('defer src="/main.js"', `type="module" src="/@id/${HARNESS}"`))
        .then((page) => server.transformIndexHtml(url, page))
        .then((page) => response.setHeader('content-type', 'text/html').end(page), next);
    });
  },
});

/** Refuses a build with a worker. */
const WITHOUT_WORKERS: Plugin = {
  name: 'portal-without-workers',
  buildStart() {
    this.error(NO_WORKERS);
  },
};

/** `vite build`: builds the container, with the settings that a portal needs to load it. */
const container = (directory: string): Plugin => {
  const descriptor = readOwnDescriptor(directory);
  return {
    name: 'portal-remote',
    apply: 'build',
    config: () => ({
      // Vite calls these for each worker that it bundles.
      worker: { plugins: () => [WITHOUT_WORKERS] },
      // Relative URLs: each version is served from its own directory.
      base: './',
      // No HTML page: the exposed module is the only entry.
      build: {
        target: 'es2022',
        modulePreload: false,
        // `portal publish` keeps the maps beside the version: customers never get them.
        sourcemap: 'hidden',
        // Browsers do not verify styles that a module fetches later.
        cssCodeSplit: false,
        // `portal publish` has a budget of its own.
        chunkSizeWarningLimit: Infinity,
        // Ignore MUI's 'use client', which has no meaning here.
        rolldownOptions: { input: './src/remote.ts', checks: { moduleLevelDirective: false } },
      },
    }),
    // After Vite has written the stylesheet, before the federation plugin lists the files of the exposed module.
    enforce: 'post',
    async generateBundle(_, bundle) {
      const files = Object.values(bundle);
      const style = files.find((file) => file.type === 'asset' && file.names.includes('style.css'));
      const exposed = files.find(
        (file) => file.type === 'chunk' && file.moduleIds.includes(join(directory, 'src/remote.ts')),
      );
      // The federation plugin does not list a stylesheet of which only lazy chunks import a part.
      if (style && exposed?.type === 'chunk') exposed.viteMetadata?.importedCss.add(style.fileName);
      const texts = await readDescriptorTexts(directory, descriptor);
      if (texts) this.emitFile({ type: 'asset', fileName: DESCRIPTOR_TEXTS_FILE, source: texts.json });
    },
  };
};

/** Publishes a build. */
const publication = (directory: string): Plugin => {
  let output: string | undefined;
  return {
    name: 'portal-publication',
    apply: ({ build }, { command }) => command === 'build' && !build?.watch,
    writeBundle({ dir }) {
      output = dir;
    },
    // Also called after a build that failed, which wrote nothing.
    closeBundle: {
      order: 'post',
      sequential: true,
      handler: async () => {
        if (output) await publishBuild(directory, output);
      },
    },
  };
};

const isPlugin = (value: unknown): value is Plugin =>
  typeof value === 'object' && value !== null && 'name' in value;

/** Configures a remote: a container that exposes `./remote` and shares the shell's singletons. */
export const portalRemote = ({
  directory = process.cwd(),
  publish = false,
}: RemoteOptions = {}): PluginOption => {
  const descriptor = readOwnDescriptor(directory);
  const { name } = descriptor;
  const plugins: readonly unknown[] = federation({
    name: nameBySources(name, directory),
    filename: 'remoteEntry.js',
    exposes: { [EXPOSED]: './src/remote.ts' },
    shared: {
      ...consumed,
      // Most remotes import only react-router.
      'react-router-dom': { ...consumed['react-router-dom'], suppressMissingImportWarning: true },
    },
    shareStrategy: 'loaded-first',
    manifest: true,
    runtimePlugins: [require.resolve('@portal/remote-build/own-instance')],
    dts: false,
    disableRemote: true,
    disableSnapshot: true,
    experiments: { externalRuntime: true },
  });
  return [
    harness(directory),
    fastRefresh(directory),
    container(directory),
    watched(directory, descriptor),
    // Bundles names of react-router that the shell does not share.
    sharingForVite(),
    ...plugins.filter(isPlugin).map((plugin) => ({ ...plugin, apply: 'build' as const })),
    publish && publication(directory),
  ];
};
