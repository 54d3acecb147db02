import * as v from 'valibot';
import { matching, token } from '../../platform/config/values';
import { defineVariables, type SettingsOf } from '../../platform/config/variables';
import { logRequests } from '../../platform/http/logging';
import type { App } from '../../platform/http/validation';
import type { Operations, OperatorWork } from '../operations-server';
import { operatorAccess } from './operator-access';
import { renderFailure } from './page-frame';
import { pageRoutes } from './page-routes';
import { workRoutes } from './work-routes';

const header = v.pipe(
  matching(/^(?!x-forwarded-(for|host|proto|port)$)[\w-]+$/i, 'must be another header: x-forwarded-user'),
  v.toLowerCase(),
);

/** Who the operator is. */
const variables = defineVariables({
  entries: {
    OPERATOR_TOKEN: v.optional(token),
    OPERATOR_HEADER: v.optional(header),
    OPERATOR_ROLE_HEADER: v.optional(header),
  },
  companions: [['OPERATOR_ROLE_HEADER', 'OPERATOR_HEADER', 'the header of the name']],
  settings: (env) => ({
    operatorToken: env.OPERATOR_TOKEN,
    /** The header in which a proxy names the operator. */
    operatorHeader: env.OPERATOR_HEADER,
    /** The header in which it names their role. */
    operatorRoleHeader: env.OPERATOR_ROLE_HEADER,
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
  interface Config extends SettingsOf<typeof variables> {}
}

/** The pages of the operator, and the same work as calls for programs; undefined without somebody who may use them. */
const open = (work: OperatorWork): Operations | undefined => {
  const { brand, operatorToken, operatorHeader } = work.config;
  if ((operatorToken ?? operatorHeader) === undefined) return undefined;
  return {
    routes: async (scope: App) => {
      logRequests(scope);
      const access = operatorAccess(work);
      scope.register(workRoutes, { work, access });
      scope.register(pageRoutes, { work, access });
    },
    renderFailure: (reply, message) => renderFailure(reply, brand, message),
  };
};

/** The operator's pages and calls. */
export const operatorPages = { name: 'operator-pages', variables, operations: open };
