import { randomUUID } from 'node:crypto';
import cookie from '@fastify/cookie';
import Fastify from 'fastify';
import type { Config } from './config';
import type { Database } from './database/connect';
import { answerCalls } from './http/calls';
import { answerErrors } from './http/errors';
import { secureAnswers } from './http/headers';
import { healthRoutes } from './http/health';
import { logging } from './http/logging';
import { validateWithValibot, type App, type ValibotTypes } from './http/validation';
import type { Keys } from './keys';

/** What the app is made of; the process and the tests bring the same. */
export interface Dependencies {
  config: Config;
  database: Database;
  keys: Keys;
}

/** The whole HTTP side of the portal, not yet listening. */
export const buildApp = ({ config, database }: Dependencies): App => {
  const app = Fastify({
    trustProxy: config.trustProxy,
    bodyLimit: 64 * 1024,
    logger: logging(config.logLevel),
    genReqId: () => randomUUID(),
    requestIdHeader: false,
  }).withTypeProvider<ValibotTypes>();
  validateWithValibot(app);
  answerErrors(app);
  secureAnswers(app, { https: config.publicUrl.protocol === 'https:' });
  app.register(cookie);
  healthRoutes(app, { database });

  app.register(
    async (portal: App) => {
      portal.register(async (calls: App) => {
        answerCalls(calls);
      });
    },
    { prefix: config.basePath },
  );
  return app;
};
