import { Failure } from './failure';
import type { App } from './validation';

/** What is wrong with what is released under a name, as a sentence for operators. */
interface ReleaseProblem {
  name: string;
  problem: string;
}

interface HealthRoutes {
  /** Resolves to what the probe shall say of the calls; rejects when nobody can be served. */
  ready: () => Promise<object>;
  /** Whether there is a shell to show, and what is not served as it was released. */
  releases: () => Promise<{ hasShell: boolean; problems: readonly ReleaseProblem[] }>;
}

/** Probes for a load balancer: `/healthz` says that the process lives, `/readyz` that what it needs does. */
export const healthRoutes = (app: App, { ready, releases }: HealthRoutes) => {
  app.get('/healthz', async () => ({ success: true }));
  app.get('/readyz', async (request) => {
    const answer = await ready().catch((cause: unknown) => {
      request.log.error({ err: cause }, 'not ready');
      throw new Failure(503, 'The database does not answer. Try again in a moment.');
    });
    const { hasShell, problems } = await releases();
    const sentences = problems.map(({ problem }) => problem);
    if (!hasShell) throw new Failure(503, ['There is no shell to show.', ...sentences].join(' '));
    return { success: true, ...answer, ...(problems.length > 0 && { releases: problems }) };
  });
};
