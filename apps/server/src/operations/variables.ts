import * as v from 'valibot';
import { host, path, port } from '../platform/config/values';
import { defineVariables, type SettingsOf } from '../platform/config/variables';

/** The port of the operator and of Prometheus. */
export const operationsVariables = defineVariables({
  entries: {
    OPERATIONS_PORT: v.optional(port),
    OPERATIONS_HOST: v.optional(host, '127.0.0.1'),
    BACKUP_FILE: v.optional(path),
  },
  companions: [['OPERATIONS_HOST', 'OPERATIONS_PORT', 'one, such as 9464']],
  settings: (env, { pathOf }) => ({
    /** What each backup writes or touches. */
    backupFile: env.BACKUP_FILE && pathOf(env.BACKUP_FILE),
    /** Absent: off. */
    operations:
      env.OPERATIONS_PORT === undefined
        ? undefined
        : { port: env.OPERATIONS_PORT, host: env.OPERATIONS_HOST },
  }),
  faults: ({ operations }, { port: portOfCustomers }) => [
    [
      operations !== undefined && operations.port !== 0 && operations.port === portOfCustomers,
      'OPERATIONS_PORT must differ from PORT',
    ],
  ],
});

declare module '../platform/config/config' {
  interface Config extends SettingsOf<typeof operationsVariables> {}
}
