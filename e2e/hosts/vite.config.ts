import linker from '@angular/compiler-cli/linker/babel';
import { transformAsync } from '@babel/core';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { defineConfig, type Plugin } from 'vite';

/** Finishes components of libraries that were compiled for any version of Angular. */
const angularLinker = (): Plugin => ({
  name: 'angular-linker',
  transform: async (code, id) => {
    if (!code.includes('ɵɵngDeclare')) return undefined;
    const linked = await transformAsync(code, {
      filename: id,
      plugins: [linker],
      babelrc: false,
      configFile: false,
      compact: false,
    });
    return linked?.code ?? undefined;
  },
});

/** The current React, with which `@portal/embed` is developed; this package's own React is an old one. */
const today = createRequire(join(import.meta.dirname, '../../packages/embed/package.json'));
const REACT_19 = Object.fromEntries(
  ['react', 'react-dom'].map((name) => [name, dirname(today.resolve(`${name}/package.json`))]),
);

const SITES = {
  angular: './dist/sites/angular/compiled/main.js',
  'react-17': './dist/sites/react-17/main.jsx',
  vue: './dist/sites/vue/main.ts',
  'by-state': './dist/sites/by-state/main.ts',
  prototype: './dist/sites/prototype/main.ts',
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
  plugins: [angularLinker()],
  resolve: {
    alias: {
      // Vue's build with the template compiler: this site has in-DOM templates.
      vue: 'vue/dist/vue.esm-bundler.js',
      ...(mode === 'react-19' && REACT_19),
    },
  },
  define: {
    __VUE_OPTIONS_API__: true,
    __VUE_PROD_DEVTOOLS__: false,
    __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: false,
  },
}));
