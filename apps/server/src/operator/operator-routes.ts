import { ReleaseError } from '@portal/releases';
import * as v from 'valibot';
import type { Audit, AuditEvent } from '../audit/audit';
import { Failure } from '../http/errors';
import { secureCalls } from '../http/headers';
import { configureCallScope, type Routes } from '../http/validation';
import { workOf, type createIdentify } from './identify';
import type { OperatorWork } from './operator-work';

const PATH = '/-/operator/work';

interface Options {
  publicUrl: URL;
  identify: ReturnType<typeof createIdentify>;
  works: Record<string, OperatorWork>;
}

/** What the caller is told about an error of the work. */
const refusalOf = (error: unknown, event: AuditEvent): unknown => {
  if (error instanceof Failure && error.statusCode === 403) error.event ??= event;
  if (error instanceof ReleaseError && error.kind === 'refused') return new Failure(409, error.message);
  if (!v.isValiError(error)) return error;
  const faults = error.issues.map((issue) => `${v.getDotPath(issue) ?? 'The body'}: ${issue.message}`);
  return new Failure(400, faults.join('. '));
};

/**
 * `POST /-/operator/work/…`: operators and teams call work by its name. Needs JSON and takes no cookie, so that a page of
 * another site cannot call in their name, even behind a proxy that signs them in.
 */
export const operatorRoutes: Routes<Options> = async (app, { publicUrl, identify, works }) => {
  secureCalls(app);
  configureCallScope(app);

  app.addHook('onRequest', async (request) => {
    const { origin = publicUrl.origin, 'sec-fetch-site': site = 'none' } = request.headers;
    if (origin !== publicUrl.origin || !['same-origin', 'none'].includes(String(site)))
      throw new Failure(403, 'Another site sent this call. Open the page at PUBLIC_URL.').audited({
        event: 'operator',
        outcome: 'refused',
        work: workOf(request),
      });
    await identify(request);
  });

  for (const [name, { team, bodyLimit, run }] of Object.entries(works))
    app.route<{ Params: Record<string, string>; Body: Record<string, unknown> }>({
      method: 'POST',
      url: `${PATH}/${name}`,
      schema: { body: v.record(v.string(), v.unknown()) },
      ...(bodyLimit !== undefined && { bodyLimit }),
      handler: async (request) => {
        // Again: the token may have been revoked while the body arrived.
        const caller = await identify(request);
        const { who } = caller;
        const audit: Audit = (event) => {
          const isOfCaller =
            event.event === 'operator' ||
            (event.event === 'customer' && event.outcome !== 'contacts-changed');
          request.audit(isOfCaller ? { ...event, who } : event);
        };
        const refused: AuditEvent = { event: 'operator', outcome: 'refused', work: workOf(request), who };
        if (!caller.operator && !team)
          throw new Failure(403, 'Only the operator may do this.').audited(refused);
        try {
          return await run({ ...request.body, ...request.params }, { caller, audit });
        } catch (error) {
          throw refusalOf(error, refused);
        }
      },
    });
  app.post(`${PATH}/*`, async () => {
    throw new Failure(404, 'There is no such work. With API_UPSTREAM, customers and messages are there.');
  });
};
