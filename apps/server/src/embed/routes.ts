import type { Boot, EmbedBoot, EmbedShell } from '@portal/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config';
import { Failure } from '../http/errors';
import { secureCalls } from '../http/headers';
import { bootLanguages, languageOf } from '../language/request-language';
import type { Routes } from '../http/validation';
import type { Resolution } from '../releases/resolve';
import type { Visit, Visits } from '../releases/visits';

interface EmbedRoutes extends Pick<Boot, 'basePath' | 'brand'> {
  visits: Pick<Visits, 'welcome'>;
  resolution: (visit: Visit, language: string) => Promise<Resolution>;
  languages: Config['languages'];
  /** Sets the CSRF cookie for the first POST and returns its token; null when the token is unknown. */
  ensureCsrfToken: (request: FastifyRequest, reply: FastifyReply) => string | null;
}

/**
 * `GET /embed.json`: the boot data of the portal's page, for a portal embedded in another site, in the language of
 * `?locale=` if the portal speaks it. All URLs are paths of
 * the portal's own origin.
 */
export const embedRoutes: Routes<EmbedRoutes> = async (
  app,
  { basePath, brand, languages, visits, resolution, ensureCsrfToken },
) => {
  secureCalls(app);
  app.get<{ Querystring: { locale?: unknown } }>(
    '/embed.json',
    async (request, reply): Promise<EmbedBoot & EmbedShell> => {
      const language = languageOf(request.query.locale, languages) ?? request.language;
      const { shell, registry, previews } = await resolution(visits.welcome(request, reply), language);
      if (shell.length === 0)
        throw new Failure(503, (i18n) => i18n.t('The portal is not available at the moment.'), 5);
      return {
        shell: [...shell],
        boot: { basePath, brand, previews, registry, ...bootLanguages(language, languages) },
        csrfToken: ensureCsrfToken(request, reply),
      };
    },
  );
};
