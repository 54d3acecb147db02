import type { Call } from '@portal/api/wire';
import * as v from 'valibot';
import type { App } from './validation';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Set on the routes that answer or proxy a call: `/openapi.json` documents them. */
    call?: Call;
    /** Additional OpenAPI fields of the route for `/openapi.json`. */
    operation?: Operation;
  }
}

/** The parts of an OpenAPI operation that a call does not have. */
interface Operation {
  operationId: string;
  security: Record<string, string[]>[];
  /** The JSON Schema of the request's headers. */
  headers: object;
}

const noParameters = v.strictObject({});

/** The route options of a call: everything but the handler. */
export const routeOf = <Entry extends Call>(
  call: Entry,
): {
  method: Entry['method'];
  url: string;
  config: { call: Call };
  schema: Entry['request'] & { response: { 200: Entry['response'] } };
} => ({
  method: call.method,
  url: call.path,
  config: { call },
  schema: { ...call.request, response: { 200: call.response } },
});

/** Makes a scope accept JSON only, and reject query parameters that a route does not name. */
export const configureCallScope = (scope: App) => {
  scope.removeContentTypeParser('text/plain');
  scope.addHook('onRoute', (route) => {
    route.schema = { querystring: noParameters, ...route.schema };
  });
};
