/** @jsxRuntime automatic */
import type { FastifyReply, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import type { Audit } from '../../platform/audit/audit';
import { Failure } from '../../platform/http/errors';
import { acceptForms, formIn } from '../../platform/http/scopes';
import type { Routes } from '../../platform/http/validation';
import { failureOf } from '../../portal/releases/release-calls';
import { Field, Form } from './form';
import { refused, type OperatorAccess, type Session } from './operator-access';
import { operatorCalls, type OperatorWork } from './operator-work';
import { actions, outcomeOf } from './actions';
import { renderPage, type Notice } from './page-frame';
import { operatorPages, type OperatorPage } from './pages';

interface PageRoutes {
  work: OperatorWork;
  access: OperatorAccess;
}

/** Sealed texts: how the last action ended, and whom the operator has found. */
const text = v.fallback(v.optional(v.string()), undefined);
const queryOf = v.object({ outcome: text, contact: text });

const sealedOutcome = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ text: v.string(), isFailure: v.exactOptional(v.boolean()) }),
);

/** Browsers name the site of each request. Without it, another site could use up the attempts to sign in. */
const isForeign = ({ headers: { 'sec-fetch-site': site } }: FastifyRequest): boolean =>
  site !== undefined && site !== 'same-origin';

/** An expected refusal, as the outcome of an action. @throws anything else */
const refusalOf = (error: unknown): Notice => {
  const failure = failureOf(error);
  if (failure instanceof Failure && failure.statusCode < 500)
    return { text: failure.message, isFailure: true };
  throw failure;
};

/**
 * The operator's pages, for OPERATOR_TOKEN or whom a proxy names. They need no script: a form posts, the answer leads to
 * the page, and the page says how it ended.
 */
export const pageRoutes: Routes<PageRoutes> = async (app, { work, access }) => {
  const { brand, operatorToken } = work.config;
  const pages = operatorPages(work);
  acceptForms(app);

  app.addHook('preHandler', async (request) => {
    if (request.method === 'POST' && isForeign(request))
      throw refused(request, new Failure(403, 'Another site sent this form. Open the page and try again.'));
  });

  const askForToken = (reply: FastifyReply, path: string, outcome?: Notice) => {
    const form = (
      <section className="card">
        <Form action="/sign-in" submit="Sign in" given={{ path }}>
          <Field
            label="Operator token"
            name="token"
            type="password"
            autoComplete="current-password"
            required
          />
        </Form>
      </section>
    );
    const children = operatorToken ? form : <p>Open this page through the proxy that signs you in.</p>;
    return reply.send(renderPage(reply, { brand, title: 'Sign in', outcome, children }));
  };

  const read = (session: Session, sealed: string | undefined) =>
    sealed === undefined ? undefined : access.unseal(session, sealed);

  const sendPage = async (
    { path, name, show }: OperatorPage,
    request: FastifyRequest,
    reply: FastifyReply,
  ) => {
    const session = access.sessionOf(request);
    if (!session) return askForToken(reply.code(401), path);
    const query = v.parse(queryOf, request.query);
    const outcome = v.safeParse(sealedOutcome, read(session, query.outcome));
    return reply.send(
      renderPage(reply, {
        brand,
        title: name,
        outcome: outcome.success ? outcome.output : undefined,
        signedIn: { session, csrfToken: access.csrfToken(session), path, pages },
        children: await show(read(session, query.contact)),
      }),
    );
  };

  /** The session of a form that one of its pages sent. */
  const requireForm = (request: FastifyRequest) => {
    const session = access.sessionOf(request);
    const filled = [...formIn(request)].filter(([, value]) => value !== '');
    const { csrf = '', ...fields }: Record<string, string> = Object.fromEntries(filled);
    if (session && access.isCsrfToken(session, csrf)) return { session, fields };
    const failure = new Failure(403, 'This form is no longer valid. Open the page again and repeat it.');
    throw refused(request, failure, session?.who);
  };

  for (const page of pages) app.get(page.path, (request, reply) => sendPage(page, request, reply));

  const calls = operatorCalls(work);
  for (const [name, action] of Object.entries(actions)) {
    const [page, call] = [pages.find((one) => name.startsWith(one.work)), calls[action.call ?? name]];
    if (!page || !call) continue;
    app.post(`/actions/${name}`, async (request, reply) => {
      const { session, fields } = requireForm(request);
      const { who } = session;
      const audit: Audit = (event) => request.audit({ ...event, who });
      const run = async () => {
        const result = await call(action.given?.(fields) ?? fields, { who, audit });
        return { result, outcome: outcomeOf(action, fields, result) };
      };
      const { result, outcome } = await run().catch((error: unknown) => ({
        result: undefined,
        outcome: refusalOf(error),
      }));
      if (name === 'customer/export' && !outcome.isFailure)
        return reply
          .headers({
            'cache-control': 'no-store',
            'content-disposition': 'attachment; filename="customer.json"',
          })
          .type('application/json')
          .send(JSON.stringify(result, null, 2));
      const { contact } = fields;
      const isThere = name === 'customer/erase' ? outcome.isFailure : !outcome.isFailure;
      const query = new URLSearchParams({
        ...(outcome.text && { outcome: access.seal(session, JSON.stringify(outcome)) }),
        ...(contact !== undefined && isThere && { contact: access.seal(session, contact) }),
      });
      return reply.redirect(`${page.path}?${query}`, 303);
    });
  }

  app.post('/sign-in', async (request, reply) => {
    const form = formIn(request);
    const path = pages.find((page) => page.path === form.get('path'))?.path ?? '/';
    if (await access.hasToken(request, form.get('token')?.trim() ?? '')) {
      access.signIn(reply);
      return reply.redirect(path, 303);
    }
    request.audit({ event: 'operator', outcome: 'refused', work: 'sign-in' });
    return askForToken(reply.code(401), path, { text: 'This is not the operator token.', isFailure: true });
  });

  app.post('/sign-out', async (request, reply) => {
    requireForm(request);
    access.signOut(reply);
    return reply.redirect('/', 303);
  });
};
