import { type Brand, findOwner, type MicroFrontend, type Registry } from '@portal/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { randomBytes } from 'node:crypto';
import { previewAddress } from '../releases/previews';
import type { Routes } from '../http/validation';
import type { Resolution } from '../releases/resolve';
import type { Visit, Visits } from '../releases/visits';
import { contentSecurityPolicy, PERMISSIONS_POLICY } from './content-security-policy';
import { portalPage } from './portal-page';

const NONCE_BYTES = 16;

const NO_SHELL =
  'The portal has no shell to show. Run: pnpm start. If a shell is published, /readyz says what is wrong with it.\n';

interface PageRoutes {
  basePath: string;
  brand: Brand;
  /** The origins that may frame the page. */
  frameAncestors: readonly string[];
  visits: Visits;
  resolution: (visit: Visit) => Promise<Resolution>;
  /** Guesses whether the customer is signed in; only preload hints depend on it. */
  seemsSignedIn: (request: FastifyRequest) => boolean;
  /** Sets the CSRF cookie for the first POST. */
  ensureCsrfCookie: (request: FastifyRequest, reply: FastifyReply) => unknown;
}

/** The version of each remote that the visitor gets, without fallbacks. */
const servedIn = ({ microFrontends }: Registry): MicroFrontend[] =>
  Object.values(microFrontends).flatMap((versions) => versions.slice(0, 1));

/** The remote that the URL needs first: its owner, or sign-in. */
const firstRemote = (
  remotes: readonly MicroFrontend[],
  path: string,
  signedIn: boolean,
): MicroFrontend | undefined =>
  signedIn
    ? findOwner(remotes, path)
    : remotes.find((remote) => remote.extras.descriptor.access === 'anonymous');

/** The origins of local previews. */
const localOrigins = (remotes: readonly MicroFrontend[]): string[] =>
  remotes
    .filter(({ extras, url }) => extras.local && URL.canParse(url))
    .map(({ url }) => new URL(url).origin);

/** The path without base path and query, as the shell's router sees it. */
const pathOf = ({ url }: FastifyRequest, basePath: string): string =>
  url.replace(/[?#].*$/, '').slice(basePath.length) || '/';

/** Answers every other GET that accepts HTML with the portal's page. */
export const pageRoutes: Routes<PageRoutes> = async (app, options) => {
  const { basePath, brand, frameAncestors, visits, resolution, seemsSignedIn, ensureCsrfCookie } = options;

  const answerPage = async (request: FastifyRequest, reply: FastifyReply) => {
    if (!request.headers.accept?.includes('text/html')) return reply.callNotFound();
    const preview = previewAddress(request.url);
    if (preview) {
      visits.preview(reply, preview.asked);
      return reply.header('cache-control', 'no-store').redirect(preview.location, 303);
    }

    const { shell, registry, previews, trustedTypes } = await resolution(visits.welcome(request, reply));
    if (shell.length === 0)
      return reply.code(503).header('cache-control', 'no-store').type('text/plain').send(NO_SHELL);

    const nonce = randomBytes(NONCE_BYTES).toString('base64');
    const remotes = servedIn(registry);
    // Local files change at any time and have no integrity.
    if (!remotes.some(({ extras }) => extras.local))
      reply.header('integrity-policy', 'blocked-destinations=(script)');
    await ensureCsrfCookie(request, reply);
    return reply
      .header(
        'content-security-policy',
        contentSecurityPolicy({ nonce, localOrigins: localOrigins(remotes), frameAncestors, trustedTypes }),
      )
      .header('permissions-policy', PERMISSIONS_POLICY)
      .header('cache-control', 'private, no-cache')
      .header('vary', 'accept, cookie')
      .type('text/html; charset=utf-8')
      .send(
        portalPage({
          boot: { basePath, brand, previews, registry },
          shell,
          first: firstRemote(remotes, pathOf(request, basePath), seemsSignedIn(request)),
          nonce,
        }),
      );
  };

  // The wildcard does not match the base path itself.
  app.get('/', answerPage);
  app.get('/*', answerPage);
};
