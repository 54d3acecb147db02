import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Failure } from '../http/failure';
import { answerFile } from './answer-file';
import { storedFiles } from './stored-files';

/** `<name>/<version>/<file>`, without files and folders that begin with a dot. */
const VERSION_FILE = /^(?<name>[a-z][a-z0-9-]*)\/(?<version>\d[^/]*)\/(?<file>(?!\.)(?!.*\/\.).+)$/;

/** A page or picture that is opened by itself is nobody's, and runs nothing: it may not act for who is signed in. */
const INERT = "default-src 'none'; sandbox";

/** A year, which is as long as HTTP knows. */
const IMMUTABLE = 'public, max-age=31536000, immutable';

/** Five minutes; whoever comes later gets it at once, too, while the browser looks whether it is still the one. */
const SHORT_LIVED = 'public, max-age=300, stale-while-revalidate=86400';

const UNREACHABLE = 'This part of the portal cannot be read at the moment. Try again in a few seconds.';

/** The script by which other sites embed the portal, a file of every version of the shell. */
const EMBED_SCRIPT = 'embed.js';

interface ReleaseRoutes {
  files: Parameters<typeof storedFiles>[0];
  /** The portal's base path: '' or '/account'. */
  basePath: string;
  /** The version of the shell that is live; undefined as long as there is none. */
  liveShell: () => Promise<string | undefined>;
  /** In development, files are webpack's. */
  development: boolean;
}

/**
 * Serves `GET /releases/<name>/<version>/…`, which never changes, and `GET /embed.js`, a file of the live shell whose
 * `Content-Location` names the version (RFC 9110, section 8.7).
 */
export const releaseRoutes = async (
  app: FastifyInstance,
  { files, basePath, liveShell, development }: ReleaseRoutes,
): Promise<void> => {
  const readFile = storedFiles(files);

  const read = (request: FastifyRequest, name: string, version: string, file: string) =>
    readFile(name, version, file).catch((err: unknown) => {
      request.log.error({ err }, 'A file of a release cannot be read');
      throw new Failure(503, UNREACHABLE, 5);
    });

  app.get<{ Params: { '*': string } }>('/releases/*', async (request, reply) => {
    const { name, version, file } = VERSION_FILE.exec(request.params['*'])?.groups ?? {};
    const stored = name && version && file && (await read(request, name, version, file));
    if (!stored) return reply.callNotFound();
    reply.header('cache-control', stored.isAsPublished ? IMMUTABLE : 'no-store');
    return answerFile(request, reply.header('content-security-policy', INERT), file, stored);
  });

  app.get(`/${EMBED_SCRIPT}`, async (request, reply) => {
    const version = await liveShell();
    if (!version) return reply.callNotFound();
    const location = `${basePath}/releases/shell/${version}/${EMBED_SCRIPT}`;
    if (development) return reply.header('cache-control', 'no-store').redirect(location, 302);
    const stored = await read(request, 'shell', version, EMBED_SCRIPT);
    if (!stored) return reply.callNotFound();
    reply.header('cache-control', SHORT_LIVED).header('content-location', location);
    return answerFile(request, reply, EMBED_SCRIPT, stored);
  });
};
