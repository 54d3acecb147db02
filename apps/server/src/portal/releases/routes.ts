import { negotiate } from '@fastify/accept-negotiator';
import type { Language } from '@portal/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import mime from 'mime';
import type { Config } from '../../platform/config/config';
import { Failure } from '../../platform/http/errors';
import { compressResponses } from '../../platform/http/scopes';
import type { Routes } from '../../platform/http/validation';
import { varyByLanguage } from '../../platform/language/languages';
import { DEVELOPMENT_VERSION } from './development-releases';
import { registryOf, type Resolution } from './resolve';
import type { FilePath, ReadFile, StoredFile } from './stored-files';
import type { Visit, Visits } from './visits';

/** The versions for the visitor who sent a request. */
export type ResolutionFor = (
  visit: Visit,
  language: Language,
  request: FastifyRequest,
) => Promise<Resolution>;

interface RegistryRoutes {
  visits: Pick<Visits, 'visitOf'>;
  resolution: ResolutionFor;
  languages: Config['languages'];
}

/** `GET /registry.json`: the versions of each remote for the visitor, or of the one named by `?remote=`. */
export const registryRoutes: Routes<RegistryRoutes> = async (app, { visits, resolution, languages }) => {
  await compressResponses(app);
  app.get<{ Querystring: { remote?: unknown } }>('/registry.json', async (request, reply) => {
    reply.header('cache-control', 'private, no-cache').header('vary', varyByLanguage(languages, 'cookie'));
    const { registry } = await resolution(visits.visitOf(request), request.language, request);
    const { remote } = request.query;
    return remote === undefined ? registry : registryOf(registry, [remote]);
  });
};

/** Proxies webpack's dev server, files and reload messages, so that the page keeps its production policy. */
export const devServerRoutes: Routes<{ devServer: string }> = async (app, { devServer }) => {
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('cross-origin-resource-policy', 'cross-origin');
  });
  const files = `/releases/:name/${DEVELOPMENT_VERSION}`;
  const { default: httpProxy } = await import('@fastify/http-proxy');
  await app.register(httpProxy, { upstream: devServer, prefix: files, rewritePrefix: files });
  await app.register(httpProxy, {
    upstream: devServer,
    prefix: '/ws',
    rewritePrefix: '/ws',
    websocket: true,
  });
};

/** `<name>/<version>/<file>` */
const VERSION_FILE = /^([a-z][a-z0-9-]*)\/(\d[\w.-]*)\/([\w.@+/-]+)$/;

/** A released page or picture that is opened on its own runs no code, so it cannot act for the customer. */
const INERT = "default-src 'none'; sandbox";

const IMMUTABLE = 'public, max-age=31536000, immutable';

const UNREACHABLE = 'This part of the portal cannot be read at the moment. Try again in a few seconds.';

const contentType = (file: string): string => {
  const type = mime.getType(file) ?? 'application/octet-stream';
  return /^text\/|\/json$/.test(type) ? `${type}; charset=utf-8` : type;
};

/** Compares weakly, because compressing proxies weaken validators (RFC 9110, section 13.1.2). */
const has = (ifNoneMatch: string | undefined, etag: string): boolean =>
  ifNoneMatch?.split(',').some((known) => known.trim().replace(/^W\//, '') === etag) ?? false;

/** Sends a released file, for pages of any site: it has no customer data. @param file its name decides the type */
export const sendFile = (reply: FastifyReply, file: string, stored: StoredFile): FastifyReply => {
  const { headers } = reply.request;
  const brotli = negotiate(headers['accept-encoding'] ?? '', ['br']) ? stored.brotli : undefined;
  const { content, etag } = brotli ?? stored.original;
  reply
    .header('access-control-allow-origin', '*')
    .header('cross-origin-resource-policy', 'cross-origin')
    .header('vary', 'accept-encoding')
    .header('etag', etag);
  if (has(headers['if-none-match'], etag)) return reply.code(304).send();
  if (brotli) reply.header('content-encoding', 'br');
  return reply.type(contentType(file)).send(content);
};

/** Reads a released file. @throws Failure 503 if its bytes cannot be had at the moment */
export const readReleased = (request: FastifyRequest, readFile: ReadFile, ...path: FilePath) =>
  readFile(...path).catch((err: unknown) => {
    request.log.error({ err }, 'cannot read a released file');
    throw new Failure(503, UNREACHABLE, 5);
  });

/** `GET /releases/<name>/<version>/…` */
export const releaseRoutes: Routes<{ readFile: ReadFile }> = async (app, { readFile }) => {
  app.get<{ Params: { '*': string } }>('/releases/*', async (request, reply) => {
    const [, name, version, file] = VERSION_FILE.exec(request.params['*']) ?? [];
    const stored = name && version && file && (await readReleased(request, readFile, name, version, file));
    if (!stored) return reply.callNotFound();
    reply.header('cache-control', IMMUTABLE).header('content-security-policy', INERT);
    return sendFile(reply, file, stored);
  });
};
