import { portalTests } from '@portal/harness/testing/vitest';

export default portalTests;
