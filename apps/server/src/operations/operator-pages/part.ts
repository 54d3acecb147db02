import { logRequests } from '../../platform/http/logging';
import type { App } from '../../platform/http/validation';
import type { Operations } from '../operations-server';
import { operatorAccess } from './operator-access';
import type { OperatorWork } from './operator-work';
import { renderFailure } from './page-frame';
import { pageRoutes } from './page-routes';
import { operatorVariables } from './variables';
import { workRoutes } from './work-routes';

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
export const operatorPages = { name: 'operator-pages', variables: operatorVariables, operations: open };
