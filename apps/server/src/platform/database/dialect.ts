import { PostgresDialect, type Dialect, type PostgresPoolClient } from 'kysely';
import { DatabaseUnavailableError, nameFault } from './faults';

/** A connection that one caller has to itself. */
interface Client {
  query: (sql: string, parameters: unknown[]) => Promise<{ rows: unknown[]; rowCount: number | null }>;
  /** @param isBroken the database failed meanwhile: do not lend the connection again */
  release: (isBroken: boolean) => void;
}

/** Where connections come from: the pool of pg, or PGlite. */
export interface Connections {
  connect: () => Promise<Client>;
  end: () => Promise<void>;
}

const namingFaults = (client: Client): PostgresPoolClient => {
  let isBroken = false;
  const query = async (sql: string, parameters: readonly unknown[]) => {
    try {
      // Rules look at what others committed while they waited for a lock, whatever the default of the database.
      const statement = sql === 'begin' ? 'begin isolation level read committed' : sql;
      const { rows, rowCount } = await client.query(statement, [...parameters]);
      // Kysely reads the number of rows after some commands only, and PGlite names none.
      return { command: 'UPDATE', rows, rowCount: rowCount ?? 0 };
    } catch (cause) {
      const error = nameFault(cause);
      isBroken ||= error instanceof DatabaseUnavailableError && !error.isBusy;
      throw error;
    }
  };
  // A broken connection is discarded: the pool could lend it again before it notices.
  return { query: query as PostgresPoolClient['query'], release: () => client.release(isBroken) };
};

/** A Kysely dialect for PostgreSQL and PGlite. Faults of the database itself become DatabaseUnavailableErrors. */
export const dialectOf = (connections: Connections): Dialect =>
  new PostgresDialect({
    pool: {
      connect: async () =>
        namingFaults(
          await connections.connect().catch((cause: unknown) => {
            throw cause instanceof DatabaseUnavailableError ? cause : new DatabaseUnavailableError(cause);
          }),
        ),
      end: () => connections.end(),
    },
  });
