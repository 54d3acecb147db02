import { version } from '../../../package.json';
import { Failure, failureBody } from './errors';
import type { Routes } from './validation';

export interface HealthRoutes {
  /** Whether the portal is about to stop: load balancers must turn to other replicas. */
  isDraining: () => boolean;
  /** What keeps this replica from serving customers, whatever the calls say. */
  problem?: (() => string | undefined) | undefined;
  /** Resolves to details for the probe; rejects when the calls cannot be answered. */
  ready: () => Promise<object>;
  releases: () => Promise<{ hasShell: boolean; problems: readonly { name: string; problem: string }[] }>;
}

/** Probes for a load balancer: `/healthz` while the process lives, `/readyz` while it can serve customers. */
export const healthRoutes: Routes<HealthRoutes> = async (app, { isDraining, problem, ready, releases }) => {
  app.get('/healthz', async () => ({ success: true }));
  app.get('/readyz', async (_request, reply) => {
    if (isDraining()) return reply.code(503).send(failureBody(503, 'The portal is stopping.'));
    const found = problem?.();
    if (found !== undefined) return reply.code(503).send(failureBody(503, found));
    const answer = await ready();
    const { hasShell, problems } = await releases();
    const sentences = problems.map(({ problem }) => problem);
    if (!hasShell) throw new Failure(503, ['There is no shell to show.', ...sentences].join(' '));
    return { success: true, version, ...answer, ...(problems.length > 0 && { releases: problems }) };
  });
};
