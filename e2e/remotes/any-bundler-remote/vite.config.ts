import { portalRemote } from '@portal/remote-build/vite';
import { defineConfig } from 'vite';

export default defineConfig({
  plugins: [portalRemote({ directory: import.meta.dirname })],
  build: { outDir: 'dist/vite' },
});
