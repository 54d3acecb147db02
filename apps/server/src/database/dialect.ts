import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely';
import { DatabaseUnavailableError, nameFault } from './faults';

/** A connection that one caller has to itself. */
interface Session {
  query: <Row>(
    sql: string,
    parameters: unknown[],
  ) => Promise<{ rows: Row[]; affectedRows?: number | undefined }>;
  /** @param isBroken the database failed during the session: do not lend the connection again */
  release: (isBroken: boolean) => void;
}

/** The number of connections to PostgreSQL, and of callers that wait for one. */
export interface PoolState {
  total: number;
  idle: number;
  waiting: number;
}

/** Where connections come from: a pool of PostgreSQL, or PGlite. */
export interface Sessions {
  open: () => Promise<Session>;
  close: () => Promise<void>;
  /** Absent where there is no pool. */
  pool?: () => PoolState;
}

/** A Kysely dialect for PostgreSQL and PGlite. Faults of the database itself become DatabaseUnavailableErrors. */
export const dialectOf = (sessions: Sessions): Dialect => ({
  createAdapter: () => new PostgresAdapter(),
  createDriver: () => createDriver(sessions),
  createIntrospector: (db) => new PostgresIntrospector(db),
  createQueryCompiler: () => new PostgresQueryCompiler(),
});

const createDriver = (sessions: Sessions): Driver => {
  const releases = new WeakMap<DatabaseConnection, () => void>();
  const run = (sql: string) => async (connection: DatabaseConnection) =>
    void (await connection.executeQuery(CompiledQuery.raw(sql)));

  return {
    init: async () => {},
    acquireConnection: async () => {
      const { connection, release } = connectionOf(await sessions.open());
      releases.set(connection, release);
      return connection;
    },
    releaseConnection: async (connection) => releases.get(connection)?.(),
    beginTransaction: run('begin'),
    commitTransaction: run('commit'),
    rollbackTransaction: run('rollback'),
    destroy: () => sessions.close(),
  };
};

const connectionOf = (session: Session) => {
  let isBroken = false;
  const connection: DatabaseConnection = {
    executeQuery: async <Row>({ sql, parameters }: CompiledQuery) => {
      try {
        const { rows, affectedRows } = await session.query<Row>(sql, [...parameters]);
        return { rows, numAffectedRows: BigInt(affectedRows ?? 0) };
      } catch (cause) {
        const error = nameFault(cause);
        isBroken ||= error instanceof DatabaseUnavailableError;
        throw error;
      }
    },
    streamQuery: () => {
      throw new Error('The database cannot stream rows: read them all at once.');
    },
  };
  return { connection, release: () => session.release(isBroken) };
};
