import { portalTests } from '@portal/remote/vitest';
import vue from '@vitejs/plugin-vue';

export default { ...portalTests, plugins: [vue()] };
