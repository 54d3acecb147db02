/** @jsxRuntime automatic */
import type { FastifyReply, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { sendDownload } from '../../platform/http/download';
import { Failure } from '../../platform/http/errors';
import { acceptForms, formIn } from '../../platform/http/scopes';
import type { Routes } from '../../platform/http/validation';
import { perform } from './actions';
import { Field, Form, type Fields } from './form';
import { refused, type Session } from './operator-access';
import { operatorCalls, operatorOf } from './operator-work';
import type { OperatorPage, Shown } from './page';
import { renderPage, type Notice } from './page-frame';
import { operatorPages } from './pages';
import { mayDo, roleFailure } from './roles';
import type { WorkRoutes } from './work-routes';

/** Browsers name the site of each request. Without it, another site could use up the attempts to sign in. */
const isForeign = ({ headers: { 'sec-fetch-site': site } }: FastifyRequest): boolean =>
  site !== undefined && site !== 'same-origin';

const SignInForm = ({ path }: { path: string }) => (
  <section className="card narrow">
    <Form action="/sign-in" submit="Sign in" given={{ path }}>
      <Field label="Operator token" name="token" type="password" autoComplete="current-password" required />
      <p className="faint">Yours, or OPERATOR_TOKEN of the portal.</p>
    </Form>
  </section>
);

/** Sends everything about a customer. */
const sendExport = (reply: FastifyReply, customer: unknown) => {
  const content = JSON.stringify(customer, null, 2);
  return sendDownload(reply, { name: 'customer.json', type: 'application/json', content });
};

const uuid = v.pipe(v.string(), v.uuid());
const lookSchema = {
  params: v.object({ id: v.optional(v.union([uuid, v.literal('')]), '') }),
  querystring: v.object({ order: v.optional(v.string()) }),
};

/**
 * The operator's pages, for OPERATOR_TOKEN, a token of one's own, or whom a proxy names. They need no script: a form posts
 * to its page, and the next page says how it ended.
 */
export const pageRoutes: Routes<WorkRoutes> = async (app, { work, access }) => {
  const { brand, operatorToken } = work.config;
  const pages = operatorPages(work);
  acceptForms(app);

  app.addHook('preHandler', async (request) => {
    if (request.method === 'POST' && isForeign(request))
      throw refused(request, new Failure(403, 'Another site sent this form. Open the page and try again.'));
  });

  const askForToken = (reply: FastifyReply, path: string, outcome?: Notice) => {
    const children = operatorToken ? (
      <SignInForm path={path} />
    ) : (
      <p>Open this page through the proxy that signs you in.</p>
    );
    return reply.send(renderPage(reply.code(401), { brand, title: 'Sign in', outcome, children }));
  };

  const sendPage = (
    { path, name, under = path }: OperatorPage,
    reply: FastifyReply,
    session: Session,
    { shown, ...ended }: { shown: Shown; outcome?: Notice | undefined; refused?: Fields },
  ) => {
    const listed = pages.filter((page) => !page.under && mayDo(session.role, page.needs));
    const signedIn = { session, csrfToken: access.csrfToken(session), path: under, pages: listed };
    const title = shown.title ?? name;
    const subject = title === name ? undefined : name;
    return reply.send(
      renderPage(reply, { brand, title, subject, ...ended, signedIn, children: shown.content }),
    );
  };

  /** The session of a form that one of its pages sent. */
  const requireForm = async (request: FastifyRequest) => {
    const session = await access.sessionOf(request);
    const filled = [...formIn(request)].filter(([, value]) => value !== '');
    const { csrf = '', ...fields }: Fields = Object.fromEntries(filled);
    if (session && access.isCsrfToken(session, csrf)) return { session, fields };
    const failure = new Failure(403, 'This form is no longer valid. Open the page again and repeat it.');
    throw refused(request, failure, session?.who);
  };

  /** @throws Failure for a role that may not open the page */
  const requireRole = (request: FastifyRequest, { needs }: OperatorPage, { role, who }: Session) => {
    if (!mayDo(role, needs)) throw refused(request, roleFailure(role, needs), who);
  };

  const calls = operatorCalls(work);

  const serveFiles = (page: OperatorPage, find: NonNullable<OperatorPage['file']>) =>
    app.route({
      method: 'GET',
      url: `${page.path}/files/:id`,
      schema: { params: v.object({ id: uuid }) },
      handler: async (request, reply) => {
        const session = await access.sessionOf(request);
        if (!session) return askForToken(reply, page.path);
        requireRole(request, page, session);
        const file = await find(request.params.id);
        if (!file) throw new Failure(404, 'This file is no longer there.');
        return sendDownload(reply, file);
      },
    });

  for (const page of pages) {
    if (page.file) serveFiles(page, page.file);
    app.get(page.path, { schema: lookSchema }, async (request, reply) => {
      const session = await access.sessionOf(request);
      if (!session) return askForToken(reply, request.url);
      requireRole(request, page, session);
      const operator = operatorOf(request, session);
      const shown = await page.show({ operator, ...request.params, ...request.query });
      return sendPage(page, reply, session, {
        shown,
        outcome: access.takeOutcome(request, reply, session),
      });
    });

    app.post(page.path, { schema: lookSchema }, async (request, reply) => {
      const { session, fields } = await requireForm(request);
      const { does = '', ...given } = fields;
      requireRole(request, page, session);
      if (does === 'find' && page.find) {
        const found = await page.find(given['text'] ?? '');
        if (typeof found === 'string') return reply.redirect(found, 303);
        return sendPage(page, reply, session, { shown: found });
      }
      const operator = operatorOf(request, session);
      const { result, outcome } = await perform(calls, does, given, operator);
      if (outcome.isFailure) {
        const shown = await page.show({ operator, ...request.params, ...request.query });
        return sendPage(page, reply.code(400), session, { shown, outcome, refused: fields });
      }
      if (does === 'customer/export') return sendExport(reply, result);
      access.keepOutcome(reply, session, outcome.text);
      return reply.redirect(does === 'customer/erase' ? '/customers' : request.url, 303);
    });
  }

  app.post('/sign-in', async (request, reply) => {
    const form = formIn(request);
    const wanted = form.get('path') ?? '/';
    // A slash or a backslash more would lead to another site.
    const path = /^\/[\w-][^\\]*$/.test(wanted) ? wanted : '/';
    const holder = await access.identify(request, form.get('token')?.trim() ?? '');
    if (holder) {
      access.signIn(reply, holder);
      return reply.redirect(path, 303);
    }
    request.audit({ event: 'operator', outcome: 'refused', work: 'sign-in' });
    return askForToken(reply, path, { text: 'This is not the operator token.', isFailure: true });
  });

  app.post('/sign-out', async (request, reply) => {
    await requireForm(request);
    access.signOut(reply);
    return reply.redirect('/', 303);
  });
};
