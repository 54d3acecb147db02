/** @jsxRuntime automatic */
import type { FastifyReply, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import type { Audit } from '../../platform/audit/audit';
import { sendDownload } from '../../platform/http/download';
import { Failure } from '../../platform/http/errors';
import { acceptForms, formIn } from '../../platform/http/scopes';
import type { Routes } from '../../platform/http/validation';
import { Field, Form } from './form';
import { refused, type OperatorAccess, type Session } from './operator-access';
import { operatorCalls } from './operator-work';
import type { OperatorWork } from '../operations-server';
import { perform, type Fields } from './actions';
import { renderPage, type Notice } from './page-frame';
import { operatorPages, type OperatorPage } from './pages';

interface PageRoutes {
  work: OperatorWork;
  access: OperatorAccess;
}

/** Browsers name the site of each request. Without it, another site could use up the attempts to sign in. */
const isForeign = ({ headers: { 'sec-fetch-site': site } }: FastifyRequest): boolean =>
  site !== undefined && site !== 'same-origin';

const SignInForm = ({ path }: { path: string }) => (
  <section className="card">
    <Form action="/sign-in" submit="Sign in" given={{ path }}>
      <Field label="Operator token" name="token" type="password" autoComplete="current-password" required />
    </Form>
  </section>
);

/** Sends everything about a customer. */
const sendExport = (reply: FastifyReply, customer: unknown) => {
  const content = JSON.stringify(customer, null, 2);
  return sendDownload(reply, { name: 'customer.json', type: 'application/json', content });
};

/**
 * The operator's pages, for OPERATOR_TOKEN or whom a proxy names. They need no script: a form posts to its page, which says
 * how it ended.
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
    const children = operatorToken ? (
      <SignInForm path={path} />
    ) : (
      <p>Open this page through the proxy that signs you in.</p>
    );
    return reply.send(renderPage(reply.code(401), { brand, title: 'Sign in', outcome, children }));
  };

  /** The page for a session, with what the operator's form brought about, and the customer whom they have found. */
  const sendPage = async (
    { path, name, show }: OperatorPage,
    reply: FastifyReply,
    session: Session,
    { outcome, contact }: { outcome?: Notice; contact?: string | undefined } = {},
  ) => {
    const signedIn = { session, csrfToken: access.csrfToken(session), path, pages };
    const children = await show(contact);
    return reply.send(renderPage(reply, { brand, title: name, outcome, signedIn, children }));
  };

  /** The session of a form that one of its pages sent. */
  const requireForm = (request: FastifyRequest) => {
    const session = access.sessionOf(request);
    const filled = [...formIn(request)].filter(([, value]) => value !== '');
    const { csrf = '', ...fields }: Fields = Object.fromEntries(filled);
    if (session && access.isCsrfToken(session, csrf)) return { session, fields };
    const failure = new Failure(403, 'This form is no longer valid. Open the page again and repeat it.');
    throw refused(request, failure, session?.who);
  };

  const calls = operatorCalls(work);

  const serveFiles = (path: string, find: NonNullable<OperatorPage['file']>) =>
    app.route({
      method: 'GET',
      url: `${path}/files/:id`,
      schema: { params: v.object({ id: v.pipe(v.string(), v.uuid()) }) },
      handler: async (request, reply) => {
        if (!access.sessionOf(request)) return askForToken(reply, path);
        const file = await find(request.params.id);
        if (!file) throw new Failure(404, 'This file is no longer there.');
        return sendDownload(reply, file);
      },
    });

  for (const page of pages) {
    if (page.file) serveFiles(page.path, page.file);
    app.get(page.path, (request, reply) => {
      const session = access.sessionOf(request);
      return session ? sendPage(page, reply, session) : askForToken(reply, page.path);
    });

    app.post(page.path, async (request, reply) => {
      const { session, fields } = requireForm(request);
      const { does = '', ...given } = fields;
      const { who } = session;
      const audit: Audit = (event) => request.audit({ ...event, who });
      const { result, outcome } = await perform(calls, does, given, { who, audit });
      if (does === 'customer/export' && !outcome.isFailure) return sendExport(reply, result);
      const isThere = does === 'customer/erase' ? outcome.isFailure : !outcome.isFailure;
      return sendPage(page, reply, session, { outcome, contact: isThere ? given['contact'] : undefined });
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
    return askForToken(reply, path, { text: 'This is not the operator token.', isFailure: true });
  });

  app.post('/sign-out', async (request, reply) => {
    requireForm(request);
    access.signOut(reply);
    return reply.redirect('/', 303);
  });
};
