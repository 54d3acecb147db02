import type { Boot, EmbedBoot, EmbedShell } from '@portal/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { secureCalls } from '../http/calls';
import { Failure } from '../http/failure';
import type { Resolution } from '../releases/resolve';
import type { Visit, Visits } from '../releases/visits';

interface EmbedRoute extends Pick<Boot, 'basePath' | 'brand'> {
  visits: Pick<Visits, 'welcome'>;
  resolution: (visit: Visit) => Promise<Resolution>;
  /** Gives the browser what its first POST needs, and says which token that is; null when nobody knows. */
  ensureCsrfToken: (request: FastifyRequest, reply: FastifyReply) => string | null;
}

/**
 * `GET /embed.json`: what the portal's page would bring along, for a portal that stands in somebody else's page. All
 * URLs are paths of the portal's own origin.
 */
export const embedRoute = async (
  app: FastifyInstance,
  { basePath, brand, visits, resolution, ensureCsrfToken }: EmbedRoute,
): Promise<void> => {
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
