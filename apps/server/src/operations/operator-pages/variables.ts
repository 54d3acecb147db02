import * as v from 'valibot';
import { matching, token } from '../../platform/config/values';
import { defineVariables, type SettingsOf } from '../../platform/config/variables';

/** Who the operator is. */
export const operatorVariables = defineVariables({
  entries: {
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
  settings: (env) => ({
    operatorToken: env.OPERATOR_TOKEN,
    /** The header in which a proxy names the operator. */
    operatorHeader: env.OPERATOR_HEADER,
  }),
  faults: ({ operatorHeader }, { trustProxy }, { OPERATIONS_PORT }) => [
    // With TRUST_PROXY=true, everybody who reaches the port could name themselves.
    [
      OPERATIONS_PORT !== undefined && operatorHeader !== undefined && typeof trustProxy === 'boolean',
      'OPERATOR_HEADER needs the addresses of your proxies in TRUST_PROXY: loopback,10.0.0.0/8',
    ],
  ],
});

declare module '../../platform/config/config' {
  interface Config extends SettingsOf<typeof operatorVariables> {}
}
