import { portalTests } from '@portal/harness/testing/vitest';
import { svelte } from '@sveltejs/vite-plugin-svelte';

// Without `browser`, Svelte would be the one for servers.
export default {
  ...portalTests,
  plugins: [svelte()],
  resolve: { ...portalTests.resolve, conditions: [...portalTests.resolve.conditions, 'browser'] },
};
