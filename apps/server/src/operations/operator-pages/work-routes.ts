import * as v from 'valibot';
import { bearerIn } from '../../platform/crypto/secrets';
import { Failure } from '../../platform/http/errors';
import { configureCallScope, secureCalls } from '../../platform/http/scopes';
import type { Routes } from '../../platform/http/validation';
import { failureOf } from '../../portal/releases/release-calls';
import { refused, type OperatorAccess } from './operator-access';
import { operatorCalls } from './operator-work';
import type { OperatorWork } from '../operations-server';

interface WorkRoutes {
  work: OperatorWork;
  access: OperatorAccess;
}

/** `POST /work/…`: programs of the operator call work by its name, with OPERATOR_TOKEN and JSON. No cookie counts. */
export const workRoutes: Routes<WorkRoutes> = async (app, { work, access }) => {
  secureCalls(app);
  configureCallScope(app);
  app.addHook('onRequest', async (request) => {
    const given = bearerIn(request);
    if (given && (await access.hasToken(request, given))) return;
    const failure = new Failure(401, 'Send OPERATOR_TOKEN: "Authorization: Bearer …".');
    throw given ? refused(request, failure) : failure;
  });
  for (const [name, run] of Object.entries(operatorCalls(work)))
    app.post(`/work/${name}`, { schema: { body: v.record(v.string(), v.unknown()) } }, async (request) => {
      const who = 'operator';
      const audit = (event: Parameters<typeof request.audit>[0]) => request.audit({ ...event, who });
      try {
        return await run(request.body, { who, audit });
      } catch (error) {
        throw failureOf(error);
      }
    });
};
