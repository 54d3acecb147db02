import { readFile } from 'node:fs/promises';
import Fastify, { type RouteHandler } from 'fastify';
import { databaseOn } from '../../apps/server/src/platform/database/connect';
import type { Connections } from '../../apps/server/src/platform/database/dialect';
import { postgresPool } from '../../apps/server/src/platform/database/postgres';
import { compressResponses } from '../../apps/server/src/platform/http/scopes';
import type { App } from '../../apps/server/src/platform/http/validation';
import { orderStore } from '../../apps/server/src/orders/records/order-store';
import { createSessions } from '../../apps/server/src/identity/sessions/session-store';

/**
 * A process with minimal Fastify handlers: `/plain` and `/compressed` send the bytes of a page, the latter through the
 * plugin that compresses the portal's, and `/list` executes the statements of the list call. Arguments: port, the
 * page's file, DATABASE_URL, session token.
 */

interface Statement {
  sql: string;
  parameters: unknown[];
}

const [port = '', file = '', databaseUrl = '', token = ''] = process.argv.slice(2);
const pool = postgresPool({ databaseUrl });

/** Records the statements that the portal's own stores send to the database for one list. */
const recordStatements = async (): Promise<Statement[]> => {
  const statements: Statement[] = [];
  const recording: Connections = {
    end: () => pool.end(),
    connect: async () => {
      const session = await pool.connect();
      return {
        release: (isBroken) => session.release(isBroken),
        query: (sql, parameters) => {
          statements.push({ sql, parameters });
          return session.query(sql, parameters);
        },
      };
    },
  };
  const database = databaseOn(recording);
  const customerId = await createSessions(database, { idleMinutes: 60, absoluteHours: 1 }).customerOf(token);
  if (customerId === undefined) throw new Error('The session token of the measurement is not valid.');
  await orderStore(database).list(customerId);
  return statements;
};

const statements = await recordStatements();

const app = Fastify();
const page = await readFile(file);
const sendPage: RouteHandler = (_request, reply) => reply.type('text/html; charset=utf-8').send(page);
app.get('/plain', sendPage);
app.register(async (scope: App) => {
  await compressResponses(scope);
  scope.get('/compressed', sendPage);
});
app.get('/list', async (_request, reply) => {
  const session = await pool.connect();
  let rows: { list?: string }[] = [];
  for (const { sql, parameters } of statements)
    ({ rows } = await session.query<{ list?: string }>(sql, parameters));
  session.release(false);
  return reply.type('application/json; charset=utf-8').send(rows[0]?.list);
});
await app.listen({ port: Number(port), host: 'localhost' });
