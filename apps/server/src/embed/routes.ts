import type { EmbedBoot, EmbedShell, Language } from '@portal/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config';
import { Failure } from '../http/errors';
import { secureCalls } from '../http/headers';
import { languageOf } from '../language/request-language';
import type { Routes } from '../http/validation';
import { withOrderNbr } from '../page/calls-ahead';
import type { PageAt } from '../page/pages';
import type { Resolution } from '../releases/resolve';
import type { Visit, Visits } from '../releases/visits';

interface EmbedRoutes {
  pageAt: PageAt;
  visits: Pick<Visits, 'welcome'>;
  resolution: (visit: Visit, language: Language) => Promise<Resolution>;
  languages: Config['languages'];
  /** Guesses whether the customer is signed in; only what is loaded ahead depends on it. */
  seemsSignedIn: (request: FastifyRequest) => boolean;
  /** Sets the CSRF cookie for the first POST and returns its token; null when the token is unknown. */
  ensureCsrfToken: (request: FastifyRequest, reply: FastifyReply) => string | null;
}

/** The path for an older element, which sends no `?path=`. No remote owns it. */
const UNKNOWN = '';

/**
 * `GET /embed.json`: the boot data of the portal's page at `?path=`, for a portal embedded in another site, in the
 * language of `?locale=` if the portal speaks it, and what the element preloads, and the calls that it sends ahead.
 * All URLs are paths of the portal's own origin.
 */
export const embedRoutes: Routes<EmbedRoutes> = async (
  app,
  { languages, pageAt, visits, resolution, seemsSignedIn, ensureCsrfToken },
) => {
  secureCalls(app);
  app.get<{ Querystring: { locale?: unknown; path?: unknown } }>(
    '/embed.json',
    async (request, reply): Promise<EmbedBoot & EmbedShell> => {
      const language = languageOf(request.query.locale, languages) ?? request.language;
      const resolved = await resolution(visits.welcome(request, reply), language);
      if (resolved.shell.length === 0)
        throw new Failure(503, (i18n) => i18n.t('The portal is not available at the moment.'), 5);
      const { path } = request.query;
      const asked = typeof path === 'string' ? path : UNKNOWN;
      const { boot, preloads, calls } = pageAt(resolved, asked, seemsSignedIn(request), language);
      return {
        shell: [...resolved.shell],
        preloads: [...preloads],
        // With several languages, name no call: its answer depends on the language that the embedder shows.
        calls: languages.length === 1 ? withOrderNbr(calls, asked) : [],
        boot,
        csrfToken: ensureCsrfToken(request, reply),
      };
    },
  );
};
