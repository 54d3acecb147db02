import { defineConfig } from 'vite';

// One module for each site that has a script of its own; their pages come from `support/host-pages.ts`.
export default defineConfig({
  build: {
    target: 'es2022',
    rolldownOptions: {
      input: {
        'react-17': './react-17/main.jsx',
        vue: './vue/main.ts',
        'by-state': './by-state/main.ts',
      },
      output: { entryFileNames: '[name].js' },
    },
  },
  // The build that has the compiler: this site writes its templates into its pages.
  resolve: { alias: { vue: 'vue/dist/vue.esm-bundler.js' } },
  define: {
    __VUE_OPTIONS_API__: true,
    __VUE_PROD_DEVTOOLS__: false,
    __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: false,
  },
});
