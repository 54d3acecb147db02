import * as v from 'valibot';
import { host, matching, port, token } from '../platform/config/values';
import { defineVariables, type SettingsOf } from '../platform/config/variables';

/** The port of the operator and of Prometheus. */
export const operationsVariables = defineVariables({
  entries: {
    OPERATIONS_PORT: v.optional(port),
    OPERATIONS_HOST: v.optional(host, '127.0.0.1'),
    METRICS_TOKEN: v.optional(token),
    OPERATOR_TOKEN: v.optional(token),
    OPERATOR_HEADER: v.optional(
      v.pipe(
        matching(
          /^(?!x-forwarded-(for|host|proto|port)$)[\w-]+$/i,
          'must be another header: x-forwarded-user',
        ),
        v.toLowerCase(),
      ),
    ),
  },
  companions: [['OPERATIONS_HOST', 'OPERATIONS_PORT', 'one, such as 9464']],
  settings: (env) => ({
    /** Absent: off. */
    operations:
      env.OPERATIONS_PORT === undefined
        ? undefined
        : {
            port: env.OPERATIONS_PORT,
            host: env.OPERATIONS_HOST,
            /** Absent: only this machine reads the metrics. */
            metricsToken: env.METRICS_TOKEN,
            operatorToken: env.OPERATOR_TOKEN,
            /** The header in which a proxy names the operator. */
            operatorHeader: env.OPERATOR_HEADER,
          },
  }),
  faults: ({ operations }, { port: portOfCustomers, trustProxy }) => [
    [
      operations !== undefined && operations.port !== 0 && operations.port === portOfCustomers,
      'OPERATIONS_PORT must differ from PORT',
    ],
    // With TRUST_PROXY=true, everybody who reaches the port could name themselves.
    [
      operations?.operatorHeader !== undefined && typeof trustProxy === 'boolean',
      'OPERATOR_HEADER needs the addresses of your proxies in TRUST_PROXY: loopback,10.0.0.0/8',
    ],
  ],
});

declare module '../platform/config/config' {
  interface Config extends SettingsOf<typeof operationsVariables> {}
}
