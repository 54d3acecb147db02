import { browserReportsVariables } from './variables';
import { createTelemetry } from './telemetry';

/** Reports of browsers about versions, and the rollback of one that fails. */
export const browserReports = {
  name: 'browser-reports',
  variables: browserReportsVariables,
  pages: createTelemetry,
};
