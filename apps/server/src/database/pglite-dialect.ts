import type { PGlite } from '@electric-sql/pglite';
import {
  type DatabaseConnection,
  type Dialect,
  type Driver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely';

// Kysely 0.29 has its own PGlite dialect, but needs Node 22.

/** Kysely on PGlite: PostgreSQL inside this process. */
export const pgliteDialect = (database: PGlite): Dialect => ({
  createAdapter: () => new PostgresAdapter(),
  createDriver: () => createDriver(database),
  createIntrospector: (db) => new PostgresIntrospector(db),
  createQueryCompiler: () => new PostgresQueryCompiler(),
});

/** Lends the one connection to one caller at a time, in order of arrival: transactions must not mix their queries. */
const createDriver = (database: PGlite): Driver => {
  let lastLease: Promise<void> = Promise.resolve();
  const leases = new WeakMap<DatabaseConnection, () => void>();
  const run = (sql: string) => async () => void (await database.query(sql));

  return {
    init: () => database.waitReady,
    acquireConnection: async () => {
      const leaseBefore = lastLease;
      let release = () => {};
      lastLease = new Promise((resolve) => (release = resolve));
      await leaseBefore;
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
    throw new Error('PGlite cannot stream rows: read them all at once.');
  },
});
