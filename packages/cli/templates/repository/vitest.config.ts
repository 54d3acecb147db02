import { portalTests } from '@portal/remote/vitest';

export default portalTests;
