/**
 * The one list of what shell and remotes share at run time. The shell carries one copy of each; a remote brings
 * none and takes the shell's. What is not here is bundled by whoever imports it.
 *
 * A library stands here when two copies would not work (React, the router's, query's and emotion's contexts, the
 * theme, the defaults of axios), not in order to save bytes.
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
] as const;

/** For the shell: every singleton is in its own bundle, there before the first remote asks. */
export const provided = Object.fromEntries(
  SINGLETONS.map((name) => [name, { singleton: true, eager: true, requiredVersion: false as const }]),
);

/** For a remote: take the shell's copy, and never bundle one. */
export const consumed = Object.fromEntries(
  SINGLETONS.map((name) => [
    name,
    { singleton: true, import: false as const, requiredVersion: false as const },
  ]),
);
