import { portalTests } from '@portal/harness/testing/vitest';
import vue from '@vitejs/plugin-vue';

export default { ...portalTests, plugins: [vue()] };
