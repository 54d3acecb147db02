import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { defineConfig } from 'vite';

/** The current React, with which `@portal/embed` is developed; this package's own React is an old one. */
const today = createRequire(join(import.meta.dirname, '../../packages/embed/package.json'));
const REACT_19 = Object.fromEntries(
  ['react', 'react-dom'].map((name) => [name, dirname(today.resolve(`${name}/package.json`))]),
);

const SITES = {
  'react-17': './dist/sites/react-17/main.jsx',
  'by-state': './dist/sites/by-state/main.ts',
};

// One module per site with its own script; `support/host-pages.ts` renders the pages.
export default defineConfig(({ mode }) => ({
  root: './dist/sites',
  build: {
    target: 'es2022',
    outDir: '..',
    emptyOutDir: false,
    rolldownOptions: {
      input: mode === 'react-19' ? { 'react-19': './dist/sites/react-19/main.jsx' } : SITES,
      output: { entryFileNames: '[name].js' },
    },
  },
  ...(mode === 'react-19' && { resolve: { alias: REACT_19 } }),
}));
