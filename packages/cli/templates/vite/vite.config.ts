import { portalRemote } from '@portal/remote/vite';
import { defineConfig } from 'vite';

export default defineConfig({ plugins: [portalRemote()] });
