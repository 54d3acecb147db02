import { PostgresDialect, type Dialect, type PostgresPoolClient } from 'kysely';
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

const clientOf = (session: Session): PostgresPoolClient => {
  let isBroken = false;
  const query = async <Row>(sql: string, parameters: readonly unknown[]) => {
    try {
      const { rows, affectedRows = 0 } = await session.query<Row>(sql, [...parameters]);
      // Kysely reads the number of rows after some commands only, and PGlite names none.
      return { command: 'UPDATE', rows, rowCount: affectedRows };
    } catch (cause) {
      const error = nameFault(cause);
      isBroken ||= error instanceof DatabaseUnavailableError;
      throw error;
    }
  };
  return { query: query as PostgresPoolClient['query'], release: () => session.release(isBroken) };
};

/** A Kysely dialect for PostgreSQL and PGlite. Faults of the database itself become DatabaseUnavailableErrors. */
export const dialectOf = ({ open, close }: Sessions): Dialect =>
  new PostgresDialect({ pool: { connect: async () => clientOf(await open()), end: close } });
