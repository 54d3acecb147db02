import type { FastifyReply, FastifyRequest } from 'fastify';
import { compressResponses } from '../../platform/http/scopes';
import type { Routes } from '../../platform/http/validation';
import { previewAddress } from '../releases/previews';
import type { Resolution } from '../releases/resolve';
import type { Visit, Visits } from '../releases/visits';
import { randomText } from '../../platform/crypto/secrets';
import type { OpenPage } from './pages';

const NO_SHELL =
  'The portal has no shell to show. Run: pnpm start. If a shell is published, /readyz says what is wrong with it.\n';

/** Sets the CSRF cookie for the first POST and returns its token; null when the token is unknown. */
export type EnsureCsrfToken = (request: FastifyRequest, reply: FastifyReply) => string | null;

/** Counts a page with these versions. @param first the remote whose code it runs first */
export type CountPage = (visit: Visit, resolution: Resolution, first: string | undefined) => Promise<void>;

interface PageRoutes {
  basePath: string;
  openPage: OpenPage;
  visits: Pick<Visits, 'preview'>;
  countPage: CountPage | undefined;
  ensureCsrfToken: EnsureCsrfToken;
}

/** The path without base path and query, as the shell's router sees it. */
const pathOf = ({ url }: FastifyRequest, basePath: string): string =>
  url.replace(/[?#].*$/, '').slice(basePath.length) || '/';

/** Whether to send the page: a client that accepts anything (curl, monitors) gets it in place of no file. */
const wantsPage = ({ headers: { accept = '*/*' }, url }: FastifyRequest): boolean =>
  accept.includes('text/html') || (accept === '*/*' && !/\.\w+$/.test(url.replace(/[?#].*$/, '')));

/** Sends the portal's page in response to every other GET that accepts HTML. */
export const pageRoutes: Routes<PageRoutes> = async (
  app,
  { basePath, openPage, visits, countPage, ensureCsrfToken },
) => {
  await compressResponses(app);

  const sendPage = async (request: FastifyRequest, reply: FastifyReply) => {
    if (!wantsPage(request)) return reply.callNotFound();
    const preview = previewAddress(request.url);
    if (preview) {
      visits.preview(reply, preview.wanted);
      return reply.header('cache-control', 'no-store').redirect(preview.location, 303);
    }

    const opened = await openPage(request, reply, pathOf(request, basePath), request.language);
    if (!opened) return reply.code(503).header('cache-control', 'no-store').type('text/plain').send(NO_SHELL);
    const { boot, html, policy, headers } = opened.page;
    await countPage?.(opened.visit, opened.resolved, boot.first);
    ensureCsrfToken(request, reply);
    const nonce = randomText(16, 'base64');
    return reply.headers(headers).header('content-security-policy', policy(nonce)).send(html(nonce));
  };

  // The wildcard does not match the base path itself.
  app.get('/', sendPage);
  app.get('/*', sendPage);
};
