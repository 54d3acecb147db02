import { Failure } from './failure';
import type { App } from './validation';

/**
 * Probes for a load balancer: `/healthz` says that the process lives, `/readyz` that what it needs does.
 * @param ready resolves to what the probe shall say; rejects when the portal can serve nobody
 */
export const healthRoutes = (app: App, { ready }: { ready: () => Promise<object> }) => {
  app.get('/healthz', async () => ({ success: true }));
  app.get('/readyz', async (request) => {
    const answer = await ready().catch((cause: unknown) => {
      request.log.error({ err: cause }, 'not ready');
      throw new Failure(503, 'The database does not answer. Try again in a moment.');
    });
    return { success: true, ...answer };
  });
};
