import type { EmbedBoot, EmbedShell } from '@portal/contract';
import { SHELL } from '@portal/releases';
import type { FastifyReply } from 'fastify';
import type { Config } from '../../platform/config/config';
import { Failure } from '../../platform/http/errors';
import { secureCalls } from '../../platform/http/scopes';
import type { Routes, App } from '../../platform/http/validation';
import { languageOf } from '../../platform/language/languages';
import type { OpenPage } from '../page/pages';
import type { EnsureCsrfToken } from '../page/routes';
import { findRelease } from '../releases/release';
import type { Releases } from '../releases/releases';
import type { ShellVersion } from '../releases/resolve';
import { readReleased, sendFile } from '../releases/routes';
import { ANYBODY } from '../releases/visits';

interface EmbedRoutes {
  config: Pick<Config, 'languages' | 'basePath' | 'devServer'>;
  releases: Pick<Releases, 'live' | 'resolution' | 'readFile'>;
  openPage: OpenPage;
  ensureCsrfToken: EnsureCsrfToken;
}

/**
 * `GET /embed.json`: what the portal's page at `?path=` has, for a portal embedded in another site, in the language of
 * `?locale=` if the portal speaks it. All URLs are paths of the portal's own origin.
 */
const embedRoutes: Routes<EmbedRoutes> = async (
  app,
  { config: { languages }, openPage, ensureCsrfToken },
) => {
  secureCalls(app);
  app.get<{ Querystring: { locale?: unknown; path?: unknown } }>(
    '/embed.json',
    async (request, reply): Promise<EmbedBoot & EmbedShell> => {
      const { path: given, locale } = request.query;
      const path = typeof given === 'string' ? given : '/';
      const language = languageOf(locale, languages) ?? request.language;
      const opened = await openPage(request, reply, path, language);
      if (!opened) throw new Failure(503, (i18n) => i18n.t('The portal is not available at the moment.'), 5);
      const { boot, preloads, calls } = opened.page;
      return {
        shell: [...opened.resolved.shell],
        preloads: preloads,
        // With several languages, name no call: its response depends on the language that the embedder shows.
        calls: languages.length === 1 ? calls : [],
        boot,
        csrfToken: ensureCsrfToken(request, reply),
      };
    },
  );
};

const EMBED_SCRIPT = 'embed.js';

/** Five minutes; after that the browser uses its copy once more while it revalidates. */
const SHORT_LIVED = 'public, max-age=300, stale-while-revalidate=86400';

/** Names the shell that `/embed.json` will name: `Server-Timing` is the only header that a script can read. */
const nameShell = (reply: FastifyReply, { url, integrity }: ShellVersion): void => {
  reply.header('server-timing', `shell;desc="${url} ${integrity}"`).header('timing-allow-origin', '*');
};

/** `GET /embed.js`: the script of the live shell, which names its version in `Content-Location` (RFC 9110). */
const embedScriptRoutes: Routes<EmbedRoutes> = async (app, { config, releases }) => {
  app.get(`/${EMBED_SCRIPT}`, async (request, reply) => {
    const [live] = (await releases.resolution(ANYBODY)).shell;
    if (!live) return reply.callNotFound();
    const location = `${config.basePath}/releases/${SHELL}/${live.version}/${EMBED_SCRIPT}`;
    // In development, webpack's dev server has the files.
    if (config.devServer) return reply.header('cache-control', 'no-store').redirect(location, 302);
    const stored = await readReleased(request, releases.readFile, SHELL, live.version, EMBED_SCRIPT);
    if (!stored) return reply.callNotFound();
    reply.header('cache-control', SHORT_LIVED).header('content-location', location);
    const isEverybodys = !findRelease((await releases.live()).releases, SHELL)?.canary;
    if (isEverybodys) nameShell(reply, live);
    return sendFile(reply, EMBED_SCRIPT, stored);
  });
};

/** The portal as an element in pages of other sites. */
export const embedding = {
  name: 'embedding',
  pages: (given: EmbedRoutes) => ({
    routes: async (scope: App) => void scope.register(embedRoutes, given).register(embedScriptRoutes, given),
  }),
};
