import { PGlite } from '@electric-sql/pglite';
import {
  type DatabaseConnection,
  type Dialect,
  type Driver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely';
import { createQueue } from './mutex';

// Kysely has a dialect of its own from 0.29 on, which wants Node 22.

/**
 * Kysely on PGlite: PostgreSQL inside this process.
 * @param directory where the data is kept; `memory://` keeps none
 */
export const pgliteDialect = (directory: string): Dialect => ({
  createAdapter: () => new PostgresAdapter(),
  createDriver: () => createDriver(directory),
  createIntrospector: (db) => new PostgresIntrospector(db),
  createQueryCompiler: () => new PostgresQueryCompiler(),
});

/** One connection, lent to one borrower after the other: a transaction must not see the queries of another. */
const createDriver = (directory: string): Driver => {
  const database = new PGlite(directory);
  const queue = createQueue();
  const leases = new WeakMap<DatabaseConnection, () => void>();
  const run = (sql: string) => async () => void (await database.query(sql));

  return {
    init: () => database.waitReady,
    acquireConnection: async () => {
      const release = await queue.enter();
      const connection = connectTo(database);
      leases.set(connection, release);
      return connection;
    },
    releaseConnection: async (connection) => leases.get(connection)?.(),
    beginTransaction: run('begin'),
    commitTransaction: run('commit'),
    rollbackTransaction: run('rollback'),
    destroy: () => database.close(),
  };
};

const connectTo = (database: PGlite): DatabaseConnection => ({
  executeQuery: async <Row>({ sql, parameters }: { sql: string; parameters: readonly unknown[] }) => {
    const { rows, affectedRows } = await database.query<Row>(sql, [...parameters]);
    return { rows, numAffectedRows: BigInt(affectedRows ?? 0) };
  },
  streamQuery: () => {
    throw new Error('PGlite does not stream: read the rows at once.');
  },
});
