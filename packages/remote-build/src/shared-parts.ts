import { createRequire } from 'node:module';
import { EXPOSED } from '@portal/contract';
import * as declarative from './shared/react-router';
import { consumed, federation } from './sharing';

const require = createRequire(import.meta.url);

const PACKAGES = ['react-router', 'react-router-dom'] as const;

const sharedAs = (name: string): string => `shared/${name}`;
const ownAs = (name: string): string => `own/${name}`;

/** For a remote: shares the shell's router, under request names that only `withSharedParts` uses. */
const consumedRouter = Object.fromEntries(
  PACKAGES.map((name) => [sharedAs(name), { ...consumed[name], shareKey: name }]),
);

/** Options of a remote's container, for the federation plugins of webpack and Rspack. */
export const containerOptions = (name: string) => ({
  name,
  filename: 'remoteEntry.js',
  exposes: { [EXPOSED]: { import: './src/remote', name: 'remote' } },
  shared: { ...consumed, ...consumedRouter },
  manifest: true,
  runtimePlugins: [require.resolve('@portal/remote-build/own-instance')],
  ...federation,
  experiments: { externalRuntime: true, ...federation.experiments },
});

/** For a remote: aliases of its own router packages, under request names that only `withSharedParts` uses. */
export const ownRouter = Object.fromEntries(PACKAGES.map((name) => [`${ownAs(name)}$`, name]));

/** Explicit exports win over `export *`: a name comes from the remote's own package only if the shell does not share it. */
const overlay = (own: string, shared: string): string => `
export * from '${own}';
export { ${Object.keys(declarative).join(', ')} } from '${shared}';
`;

const EMOTION_JSX = '@emotion/react/jsx-runtime';

/** The css prop, by the shell's emotion: that of the package has a cache of its own, whose styles the page's policy blocks. */
const emotionJsx = `
import { jsx as withCss } from '@emotion/react';
import * as react from 'react/jsx-runtime';
export const Fragment = react.Fragment;
const withRuntime = (plain) => (type, props, key) =>
  'css' in props ? withCss(type, { ...props, key }) : plain(type, props, key);
export const jsx = withRuntime(react.jsx);
export const jsxs = withRuntime(react.jsxs);
`;

const partOf = (name: string, own: string, shared: string): string =>
  name === EMOTION_JSX ? emotionJsx : overlay(own, shared);

/** The requests that `withSharedParts` redirects. */
export const PARTLY_SHARED = /^(react-router(-dom)?|@emotion\/react\/jsx-runtime)$/;

/** Makes a package export every name: shared ones from the shell, others from the remote's own package. */
export const withSharedParts = (resource: { request: string }): void => {
  const { request } = resource;
  const code = partOf(request, ownAs(request), sharedAs(request));
  resource.request = `data:text/javascript,${encodeURIComponent(code)}`;
};

/** The part of Vite's plugin context used here. */
interface Resolver {
  resolve: (
    request: string,
    importer: string,
    options: { skipSelf: boolean },
  ) => Promise<{ id: string } | null>;
}

const isShared = (request: string): boolean => request in consumed || PARTLY_SHARED.test(request);

const OVERLAY = '\0portal:';

/**
 * Exports a package as a whole, so that the federation plugin keeps all of its names. It drops shared names that it has
 * not seen when it considers all modules known, which is too early in a large remote.
 */
const whole = (name: string): string => `export * from '${name}'; export { default } from '${name}';`;

/** `withSharedParts` for Vite. Put it before the federation plugin, which shares `consumed`. */
export const sharingForVite = () => {
  let root = '';
  return {
    name: 'portal-sharing',
    enforce: 'pre' as const,
    apply: 'build' as const,
    configResolved(config: { root: string }) {
      ({ root } = config);
    },
    resolveId(this: Resolver, request: string, importer: string | undefined) {
      const name = importer?.startsWith(OVERLAY) ? importer.slice(OVERLAY.length) : undefined;
      if (name === undefined) return isShared(request) ? OVERLAY + request : undefined;
      // The federation plugin does not redirect requests of a package for itself.
      if (request === ownAs(name))
        return this.resolve(name, `${root}/node_modules/${name}/package.json`, { skipSelf: true });
      return undefined;
    },
    load(id: string) {
      const name = id.startsWith(OVERLAY) ? id.slice(OVERLAY.length) : undefined;
      if (name === undefined) return undefined;
      return PARTLY_SHARED.test(name) ? partOf(name, ownAs(name), name) : whole(name);
    },
  };
};
