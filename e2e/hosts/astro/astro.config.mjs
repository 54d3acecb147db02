import { defineConfig } from 'astro/config';

export default defineConfig({
  base: '/astro',
  build: { format: 'file' },
  devToolbar: { enabled: false },
});
