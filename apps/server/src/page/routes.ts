import { findOwner, type Brand, type MicroFrontend } from '@portal/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { randomBytes } from 'node:crypto';
import type { Resolution } from '../releases/resolve';
import { contentSecurityPolicy } from './content-security-policy';
import { portalPage, type Preload } from './portal-page';

const NONCE_BYTES = 16;

interface PageRoutes {
  basePath: string;
  brand: Brand;
  resolution: () => Promise<Resolution>;
  /** Whether somebody seems to be signed in; a guess is enough, because only a hint depends on it. */
  seemsSignedIn: (request: FastifyRequest) => boolean;
  /** Gives the browser what its first POST needs. */
  ensureCsrfCookie: (request: FastifyRequest, reply: FastifyReply) => Promise<void> | void;
}

/** The remote that the URL needs first: its owner, or the sign-in. */
const firstRemote = (
  remotes: readonly MicroFrontend[],
  path: string,
  signedIn: boolean,
): MicroFrontend | undefined =>
  signedIn
    ? findOwner(remotes, path)
    : remotes.find((remote) => remote.extras.descriptor.access === 'anonymous');

const preloadsOf = ({ url, metadata, extras }: MicroFrontend): Preload[] => [
  { url, integrity: metadata.integrity },
  ...extras.preload.map((chunk) => ({ url: chunk, integrity: undefined })),
];

/** The path as the shell's router sees it: without base path and query. */
const pathOf = ({ url }: FastifyRequest, basePath: string): string =>
  url.replace(/[?#].*$/, '').slice(basePath.length) || '/';

/** Every other GET that accepts HTML is answered with the portal's page. */
export const pageRoutes = (app: FastifyInstance, options: PageRoutes): void => {
  const { basePath, brand, resolution, seemsSignedIn, ensureCsrfCookie } = options;

  const answerPage = async (request: FastifyRequest, reply: FastifyReply) => {
    if (!request.headers.accept?.includes('text/html')) return reply.callNotFound();
    const { shell, registry } = await resolution();
    if (!shell)
      return reply
        .code(503)
        .header('cache-control', 'no-store')
        .type('text/plain')
        .send('The portal has no live shell yet. Run: pnpm start\n');

    const nonce = randomBytes(NONCE_BYTES).toString('base64');
    const remotes = Object.values(registry.microFrontends).flat();
    const first = firstRemote(remotes, pathOf(request, basePath), seemsSignedIn(request));
    await ensureCsrfCookie(request, reply);
    return reply
      .header('content-security-policy', contentSecurityPolicy(nonce))
      .header('cache-control', 'private, no-cache')
      .header('vary', 'accept, cookie')
      .type('text/html; charset=utf-8')
      .send(
        portalPage({
          boot: { basePath, brand, registry },
          shell,
          preloads: first ? preloadsOf(first) : [],
          nonce,
        }),
      );
  };

  // The base path itself, with and without a slash, is no part of what the wildcard stands for.
  app.get('/', answerPage);
  app.get('/*', answerPage);
};
