import type { FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { bearerIn } from '../../platform/crypto/secrets';
import { Failure } from '../../platform/http/errors';
import { configureCallScope, secureCalls } from '../../platform/http/scopes';
import type { Routes } from '../../platform/http/validation';
import { failureOf } from '../../portal/releases/release-calls';
import { refused, type Holder, type OperatorAccess } from './operator-access';
import { operatorCalls, operatorOf } from './operator-work';
import type { OperatorWork } from '../operations-server';

export interface WorkRoutes {
  work: OperatorWork;
  access: OperatorAccess;
}

/** `POST /work/…`: programs of the operator call work by its name, with OPERATOR_TOKEN, or a token of their own, and JSON. No cookie counts. */
export const workRoutes: Routes<WorkRoutes> = async (app, { work, access }) => {
  secureCalls(app);
  configureCallScope(app);
  const holders = new WeakMap<FastifyRequest, Holder>();
  app.addHook('onRequest', async (request) => {
    const given = bearerIn(request);
    const holder = given ? await access.identify(request, given) : undefined;
    if (holder) return void holders.set(request, holder);
    const failure = new Failure(401, 'Send OPERATOR_TOKEN: "Authorization: Bearer …".');
    throw given ? refused(request, failure) : failure;
  });
  for (const [name, run] of Object.entries(operatorCalls(work)))
    app.post(`/work/${name}`, { schema: { body: v.record(v.string(), v.unknown()) } }, async (request) => {
      const holder = holders.get(request);
      if (!holder) throw new Error('The hook lets nobody in without a token.');
      try {
        return await run(request.body, operatorOf(request, holder));
      } catch (error) {
        throw failureOf(error);
      }
    });
};
