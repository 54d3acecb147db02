import type { Boot, EmbedBoot, EmbedShell } from '@portal/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Failure } from '../http/errors';
import { secureCalls } from '../http/headers';
import type { Routes } from '../http/validation';
import type { Resolution } from '../releases/resolve';
import type { Visit, Visits } from '../releases/visits';

interface EmbedRoutes extends Pick<Boot, 'basePath' | 'brand'> {
  visits: Pick<Visits, 'welcome'>;
  resolution: (visit: Visit) => Promise<Resolution>;
  /** Sets the CSRF cookie for the first POST and returns its token; null when the token is unknown. */
  ensureCsrfToken: (request: FastifyRequest, reply: FastifyReply) => string | null;
}

/**
 * `GET /embed.json`: the boot data of the portal's page, for a portal embedded in another site. All URLs are paths of
 * the portal's own origin.
 */
export const embedRoutes: Routes<EmbedRoutes> = async (
  app,
  { basePath, brand, visits, resolution, ensureCsrfToken },
) => {
  secureCalls(app);
  app.get('/embed.json', async (request, reply): Promise<EmbedBoot & EmbedShell> => {
    const { shell, registry, previews } = await resolution(visits.welcome(request, reply));
    if (shell.length === 0) throw new Failure(503, 'The portal is not available at the moment.', 5);
    return {
      shell: [...shell],
      boot: { basePath, brand, previews, registry },
      csrfToken: ensureCsrfToken(request, reply),
    };
  });
};
