import type {
  FastifyBaseLogger,
  FastifyInstance,
  FastifyTypeProvider,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
} from 'fastify';
import * as v from 'valibot';

/** Gives handlers the types of their routes' valibot schemas. */
export interface ValibotTypes extends FastifyTypeProvider {
  validator: this['schema'] extends v.GenericSchema ? v.InferOutput<this['schema']> : unknown;
}

/** The app, or a scope of it, whose schemas are valibot's. */
export type App = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  ValibotTypes
>;

/** Parses bodies, parameters and queries with valibot; what does not fit is answered with 400. */
export const validateWithValibot = (app: App) => {
  app.setValidatorCompiler<v.GenericSchema>(({ schema }) => (data) => {
    const { success, output } = v.safeParse(schema, data);
    return success ? { value: output } : { error: new Error('The request does not fit its schema.') };
  });
};
