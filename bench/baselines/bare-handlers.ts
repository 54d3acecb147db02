import { readFile } from 'node:fs/promises';
import Fastify from 'fastify';
import { databaseOn } from '../../apps/server/src/database/connect';
import type { Connections } from '../../apps/server/src/database/dialect';
import { postgresPool } from '../../apps/server/src/database/postgres';
import { orderStore } from '../../apps/server/src/orders/order-store';
import { createSessions } from '../../apps/server/src/sign-in/session-store';

/**
 * A process with minimal Fastify handlers: each page sends the bytes of a file, `/list` executes the statements of the
 * list call. Arguments: port, pages as JSON, DATABASE_URL, session token.
 */

export interface PlainPage {
  path: string;
  /** The file with its bytes. */
  file: string;
  headers: Record<string, string>;
}

interface Statement {
  sql: string;
  parameters: unknown[];
}

const [port = '', pages = '[]', databaseUrl = '', token = ''] = process.argv.slice(2);
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
for (const { path, file, headers } of JSON.parse(pages) as PlainPage[]) {
  const page = await readFile(file);
  app.get(path, (_request, reply) => reply.headers(headers).send(page));
}
app.get('/list', async (_request, reply) => {
  const session = await pool.connect();
  let rows: { list?: string }[] = [];
  for (const { sql, parameters } of statements)
    ({ rows } = await session.query<{ list?: string }>(sql, parameters));
  session.release(false);
  return reply.type('application/json; charset=utf-8').send(rows[0]?.list);
});
await app.listen({ port: Number(port), host: 'localhost' });
