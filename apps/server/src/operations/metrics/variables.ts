import * as v from 'valibot';
import { token } from '../../platform/config/values';
import { defineVariables, type SettingsOf } from '../../platform/config/variables';

/** Who reads the metrics. */
export const metricsVariables = defineVariables({
  entries: { METRICS_TOKEN: v.optional(token) },
  settings: (env) => ({
    /** Absent: only this machine reads the metrics. */
    metricsToken: env.METRICS_TOKEN,
  }),
});

declare module '../../platform/config/config' {
  interface Config extends SettingsOf<typeof metricsVariables> {}
}
