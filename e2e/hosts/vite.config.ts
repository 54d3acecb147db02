import linker from '@angular/compiler-cli/linker/babel';
import { transformAsync } from '@babel/core';
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

// One module per site with its own script; `support/host-pages.ts` renders the pages.
export default defineConfig({
  root: './dist/sites',
  build: {
    target: 'es2022',
    outDir: '..',
    emptyOutDir: false,
    rolldownOptions: {
      input: {
        angular: './dist/sites/angular/compiled/main.js',
        'react-17': './dist/sites/react-17/main.jsx',
        vue: './dist/sites/vue/main.ts',
        'by-state': './dist/sites/by-state/main.ts',
        prototype: './dist/sites/prototype/main.ts',
      },
      output: { entryFileNames: '[name].js' },
    },
  },
  plugins: [angularLinker()],
  // Vue's build with the template compiler: this site has in-DOM templates.
  resolve: { alias: { vue: 'vue/dist/vue.esm-bundler.js' } },
  define: {
    __VUE_OPTIONS_API__: true,
    __VUE_PROD_DEVTOOLS__: false,
    __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: false,
  },
});
