import { hasBearer } from '../crypto/secrets';
import type { AuditEvent } from '../audit/audit';
import { Failure } from './errors';
import type { App } from './validation';

type Variable = Extract<AuditEvent, { event: 'secret' }>['variable'];

/** Lets only programs that send the token of this variable into a scope. */
export const requireBearer = (scope: App, variable: Variable, token: string) => {
  scope.addHook('onRequest', async (request, reply) => {
    if (hasBearer(request, token)) return;
    reply.header('cache-control', 'no-store').header('www-authenticate', 'Bearer');
    const refusal = new Failure(401, `Send ${variable} as "Authorization: Bearer …".`);
    throw refusal.audited({ event: 'secret', outcome: 'wrong', variable });
  });
};
