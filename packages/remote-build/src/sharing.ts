/**
 * The libraries that shell and remotes share at run time. Add one only if two copies would break: React, contexts.
 * Saving bytes is no reason. Of react-router, only the names in shared/react-router.ts are shared. Each remote gets an
 * axios of its own, which sends its requests through the shell's.
 */
const SINGLETONS = [
  'react',
  'react/jsx-runtime',
  'react-dom',
  'react-dom/client',
  'react-router',
  'react-router-dom',
  '@emotion/react',
  '@mui/system/DefaultPropsProvider',
  '@tanstack/react-query',
  'axios',
  '@portal/theme',
  '@portal/remote/services',
] as const;

/** Options of every container, and of the shell, which loads remotes in its own way (decision 002). */
export const federation = {
  shareStrategy: 'loaded-first',
  dts: false,
  experiments: { optimization: { target: 'web', disableSnapshot: true, disableRemote: true } },
} as const;

/** For the shell: bundles every singleton, ready before the first remote loads. It shares a part of the router. */
export const provided = Object.fromEntries(
  SINGLETONS.filter((name) => !name.startsWith('react-router')).map((name) => [
    name,
    { shareKey: name, eager: true, requiredVersion: false as const },
  ]),
);

/** For a remote: uses the shell's copies and bundles none. */
export const consumed = Object.fromEntries(
  SINGLETONS.map((name) => [
    name,
    { singleton: true, import: false as const, requiredVersion: false as const },
  ]),
);
