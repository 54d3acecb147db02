import { readFile } from 'node:fs/promises';
import Fastify from 'fastify';
import { databaseOn } from '../../apps/server/src/database/connect';
import type { Sessions } from '../../apps/server/src/database/dialect';
import { postgresSessions } from '../../apps/server/src/database/postgres';
import { ordersOfSession } from '../../apps/server/src/orders/order-store';
import { createSessions } from '../../apps/server/src/sign-in/sessions';

/**
 * A process with the plainest handlers that Fastify can have: `/page` answers the bytes of a file, `/list` executes the
 * statements of the list call. Arguments: port, file, headers of the page as JSON, DATABASE_URL, session token.
 */

interface Statement {
  sql: string;
  parameters: unknown[];
}

const [port = '', file = '', pageHeaders = '{}', databaseUrl = '', token = ''] = process.argv.slice(2);
const sessions = postgresSessions({ databaseUrl });

/** What the portal's own stores send to the database for one list. */
const recordStatements = async (): Promise<Statement[]> => {
  const statements: Statement[] = [];
  const recording: Sessions = {
    ...sessions,
    open: async () => {
      const session = await sessions.open();
      return {
        ...session,
        query: (sql, parameters) => {
          statements.push({ sql, parameters });
          return session.query(sql, parameters);
        },
      };
    },
  };
  const database = databaseOn(recording);
  await createSessions(database, { idleMinutes: 60, absoluteHours: 1 }).reading(ordersOfSession)(token);
  return statements;
};

const statements = await recordStatements();
const page = await readFile(file);
const headers = JSON.parse(pageHeaders) as Record<string, string>;

const app = Fastify();
app.get('/page', (_request, reply) => reply.headers(headers).send(page));
app.get('/list', async (_request, reply) => {
  const session = await sessions.open();
  let rows: { read?: string }[] = [];
  for (const { sql, parameters } of statements)
    ({ rows } = await session.query<{ read?: string }>(sql, parameters));
  session.release(false);
  return reply.type('application/json; charset=utf-8').send(rows[0]?.read);
});
await app.listen({ port: Number(port), host: 'localhost' });
