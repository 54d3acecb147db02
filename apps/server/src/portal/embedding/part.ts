import type { EmbedBoot, EmbedShell } from '@portal/contract';
import type { Config } from '../../platform/config/config';
import { Failure } from '../../platform/http/errors';
import { secureCalls } from '../../platform/http/scopes';
import type { Routes, App } from '../../platform/http/validation';
import { languageOf } from '../../platform/language/languages';
import type { OpenPage } from '../page/pages';
import type { EnsureCsrfToken } from '../page/routes';

interface EmbedRoutes {
  config: Pick<Config, 'languages'>;
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

/** The portal as an element in pages of other sites. */
export const embedding = {
  name: 'embedding',
  pages: (given: EmbedRoutes) => ({ routes: async (scope: App) => void scope.register(embedRoutes, given) }),
};
