import swagger from '@fastify/swagger';
import { calls, signInResponseSchema, type Call } from '@portal/api/wire';
import { toJsonSchema } from '@valibot/to-json-schema';
import type { FastifyContextConfig } from 'fastify';
import type * as v from 'valibot';
import { version } from '../../../package.json';
import type { Config } from '../config/config';
import { secureCalls } from './scopes';
import type { App, Routes } from './validation';

/** The JSON Schema of what goes over the wire, before valibot transforms it. Checks without an equivalent are left out. */
const wireSchema = (schema: v.GenericSchema) => {
  const { $schema: _, ...jsonSchema } = toJsonSchema(schema, {
    target: 'draft-2020-12',
    typeMode: 'input',
    errorMode: 'ignore',
  });
  return jsonSchema;
};

const operationIdOf = (call: Call): string | undefined =>
  Object.entries(calls).find(([, entry]) => entry === call)?.[0];

const FILE = {
  type: 'object',
  properties: { file: { type: 'string', format: 'binary' } },
  required: ['file'],
};

const operationOf = (call: Call) => {
  const { body, querystring } = call.request;
  return {
    operationId: operationIdOf(call) ?? call.path,
    summary: call.summary,
    ...(body && { body: wireSchema(body) }),
    ...(call.fileLimit && { consumes: ['multipart/form-data'], body: FILE }),
    ...(querystring && { querystring: wireSchema(querystring) }),
    response: {
      200: { ...wireSchema(call.response), description: 'Success' },
      default: {
        ...wireSchema(signInResponseSchema),
        description: 'Failure: `success` is false, `message` is for the customer',
      },
    },
  };
};

/** Collects the routes whose config names a call, for `/openapi.json`. Call it on the app itself, before any route. */
export const describeCalls = (app: App, { basePath, brand }: Pick<Config, 'basePath' | 'brand'>) => {
  app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: `${brand.name} customer portal`, version },
      servers: [{ url: basePath || '/' }],
      components: { securitySchemes: { ordersWebhookToken: { type: 'http', scheme: 'bearer' } } },
    },
    transform: ({ url, route: { config } }: { url: string; route: { config?: FastifyContextConfig } }) => ({
      url,
      schema: config?.call ? { ...operationOf(config.call), ...config.operation } : { hide: true },
    }),
  });
};

/** `GET /openapi.json`: the calls as an OpenAPI 3.1 document, also when an upstream answers them. */
export const openApiRoutes: Routes<object> = async (app) => {
  secureCalls(app);
  app.get('/openapi.json', async () => app.swagger());
};
