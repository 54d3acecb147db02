import type {
  FastifyBaseLogger,
  FastifyInstance,
  FastifyTypeProvider,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
} from 'fastify';
import * as v from 'valibot';

/** Types requests and answers of handlers by the valibot schemas of their routes. */
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

/**
 * Parses bodies, parameters and queries with valibot; a mismatch is answered with 400. Response schemas only type
 * handlers.
 */
export const validateWithValibot = (app: App) => {
  app.setValidatorCompiler<v.GenericSchema>(({ schema }) => (data) => {
    const { success, output } = v.safeParse(schema, data);
    return success ? { value: output } : { error: new Error('The request does not fit its schema.') };
  });
  app.setSerializerCompiler(() => (data) => JSON.stringify(data));
};
