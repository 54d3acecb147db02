import { sql } from 'kysely';
import type { Database } from '../database/connect';
import { Failure } from './failure';
import type { App } from './validation';

/** Probes for a load balancer: `/healthz` says that the process lives, `/readyz` that the database answers. */
export const healthRoutes = (app: App, { database }: { database: Database }) => {
  app.get('/healthz', async () => ({ success: true }));
  app.get('/readyz', async (request) => {
    await sql`select 1`.execute(database).catch((cause: unknown) => {
      request.log.error({ err: cause }, 'database does not answer');
      throw new Failure(503, 'The database does not answer. Try again in a moment.');
    });
    return { success: true };
  });
};
