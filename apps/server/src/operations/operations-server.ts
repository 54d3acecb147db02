import type { FastifyReply } from 'fastify';
import { LogController } from 'fastify';
import { auditRequests, type Audit } from '../platform/audit/audit';
import type { Config } from '../platform/config/config';
import type { Finding } from '../platform/config/finding';
import type { RemoteChoices } from '../platform/config/remote-choices';
import type { Portal } from '../platform/crypto/keys';
import { errorResponses } from '../platform/http/errors';
import { secureResponses } from '../platform/http/headers';
import { healthRoutes, type HealthRoutes } from '../platform/http/health';
import { createServer } from '../platform/http/server';
import type { App, Routes } from '../platform/http/validation';
import type { ReleaseContext } from '../portal/releases/changes';

/** Finds what keeps the portal from working. */
export type Examine = (
  config: Config,
  options: { choices?: RemoteChoices | undefined },
) => Promise<Finding[]>;

/** What the work of the operator needs. */
export interface OperatorWork extends Portal {
  /** What changes of releases work on. */
  context: ReleaseContext;
  choices?: RemoteChoices | undefined;
  /** Absent without the doctor. */
  examine: Examine | undefined;
}

/** What a part serves at OPERATIONS_PORT. */
export interface Operations {
  routes: Routes<object>;
  /** How people see a failed request; programs get JSON. */
  renderFailure?: (reply: FastifyReply, message: string) => string;
}

interface Options {
  config: Pick<Config, 'trustProxy'>;
  audit: Audit;
  health: HealthRoutes;
  operations: readonly Operations[];
}

/** Serves the operator and Prometheus at OPERATIONS_PORT. The server is not yet listening; it closes with the app. */
export const createOperationsServer = (app: App, { config, audit, health, operations }: Options): App => {
  const server = createServer({
    https: false,
    trustProxy: config.trustProxy,
    loggerInstance: app.log,
    logController: new LogController({ disableRequestLogging: true }),
    forceCloseConnections: true,
  });
  auditRequests(server, audit);
  const renderFailure = operations.find((part) => part.renderFailure)?.renderFailure;
  errorResponses(server, undefined, ({ message, ...body }, reply) =>
    renderFailure && reply.request.headers.accept?.includes('text/html')
      ? renderFailure(reply, message)
      : { ...body, message },
  );
  secureResponses(server, { https: false });
  server.register(healthRoutes, health);
  for (const { routes } of operations) server.register(routes);
  app.addHook('onClose', () => server.close());
  return server;
};
