import * as v from 'valibot';
import { number } from '../../platform/config/values';
import { defineVariables, type SettingsOf } from '../../platform/config/variables';
import { createTelemetry } from './telemetry';

const variables = defineVariables({
  entries: {
    ROLL_BACK_AFTER: v.optional(number(/^\d{1,6}$/, 'must be a whole number of browsers; 0 for never'), '10'),
  },
  settings: (env) => ({
    /** How many browsers must fail on their first page before a promoted version is rolled back; 0: never. */
    rollBackAfter: env.ROLL_BACK_AFTER,
  }),
});

declare module '../../platform/config/config' {
  interface Config extends SettingsOf<typeof variables> {}
}

/** Reports of browsers about versions, and the rollback of one that fails. */
export const browserReports = {
  name: 'browser-reports',
  variables,
  pages: createTelemetry,
};
