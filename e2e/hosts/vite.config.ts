import { defineConfig } from 'vite';

// One module per site with its own script; `support/host-pages.ts` renders the pages.
export default defineConfig({
  build: {
    target: 'es2022',
    rolldownOptions: {
      input: {
        'react-17': './react-17/main.jsx',
        vue: './vue/main.ts',
        'by-state': './by-state/main.ts',
        angular: './angular/main.ts',
        prototype: './prototype/main.ts',
      },
      output: { entryFileNames: '[name].js' },
    },
  },
  // Vue's build with the template compiler: this site has in-DOM templates.
  resolve: { alias: { vue: 'vue/dist/vue.esm-bundler.js' } },
  define: {
    __VUE_OPTIONS_API__: true,
    __VUE_PROD_DEVTOOLS__: false,
    __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: false,
  },
});
