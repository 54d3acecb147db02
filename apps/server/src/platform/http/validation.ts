import type { Call } from '@portal/api/wire';
import type {
  FastifyBaseLogger,
  FastifyContextConfig,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  FastifyTypeProvider,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
  RouteGenericInterface,
  RouteHandlerMethod,
} from 'fastify';
import * as v from 'valibot';

/** Types requests and responses of handlers by the valibot schemas of their routes. */
export interface ValibotTypes extends FastifyTypeProvider {
  validator: this['schema'] extends v.GenericSchema ? v.InferOutput<this['schema']> : unknown;
  serializer: this['schema'] extends v.GenericSchema ? v.InferInput<this['schema']> : unknown;
}

/** The app, or a scope of it, with valibot schemas. */
export type App = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  ValibotTypes
>;

/** A group of routes: a Fastify plugin with its dependencies as options. */
export type Routes<Options> = (app: App, options: Options) => Promise<void>;

/** Resolves to the id of the signed-in customer, or throws a Failure with status 401. */
export type RequireCustomer = (request: FastifyRequest, reply: FastifyReply) => Promise<string>;

/** Who the customer of a request is. */
export interface Customers {
  /** Refuses requests of other sites to a scope. */
  guard: (scope: App) => void;
  requireCustomer: RequireCustomer;
  /** Undefined for a visitor who is not signed in. */
  customerOf: (request: FastifyRequest) => Promise<string | undefined>;
}

/** Parses bodies, parameters and queries with valibot. Response schemas only type handlers. */
export const validateWithValibot = (app: App) => {
  app.setValidatorCompiler<v.GenericSchema>(({ schema }) => (data) => {
    const { success, output } = v.safeParse(schema, data);
    return success ? { value: output } : { error: new Error('The request does not fit its schema.') };
  });
  app.setSerializerCompiler(() => (data) => JSON.stringify(data));
};

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Set on the routes that answer or proxy a call: `/openapi.json` documents them. */
    call?: Call;
    /** Additional OpenAPI fields of the route for `/openapi.json`. */
    operation?: object;
  }
}

/** The route options of a call: everything but the handler. */
export const routeOf = <Entry extends Call>(call: Entry) => ({
  method: call.method,
  url: call.path,
  config: { call },
  schema: { ...call.request, response: { 200: call.response } },
});

type Handler<Entry extends Call> = RouteHandlerMethod<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  RouteGenericInterface,
  FastifyContextConfig,
  Entry['request'] & { response: { 200: Entry['response'] } },
  ValibotTypes
>;

/** Adds the route of a call. */
export const respondTo = <Entry extends Call>(app: App, call: Entry, handler: Handler<Entry>) =>
  void app.route({ ...routeOf(call), handler });
