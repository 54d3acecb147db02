import { Pool } from 'pg';

/** Without a time limit, every request would wait for a server that never answers. */
const CONNECTION_TIMEOUT_MS = 5_000;
const STATEMENT_TIMEOUT_MS = 15_000;
/** Shorter than for a statement, so that a lock can be told from it. Customers wait no longer for an import. */
const LOCK_TIMEOUT_MS = 10_000;
/** Releases the locks of a replica that stopped in the middle of a transaction. */
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 30_000;
/** When the network is gone, PostgreSQL's own timeout cannot arrive. */
const ANSWER_TIMEOUT_MS = STATEMENT_TIMEOUT_MS + 5_000;

export interface PostgresOptions {
  databaseUrl: string;
  /** The most connections at a time. */
  poolSize?: number | undefined;
  /** Whether statements have no time limit: for migrations and imports, which no browser waits for. */
  isPatient?: boolean | undefined;
}

/** Whatever its user and database have. Statements, because PgBouncer refuses unknown startup parameters. */
const SETTINGS =
  "set datestyle = iso; set timezone = 'UTC'; set default_transaction_isolation = 'read committed'";
/** Whichever this version of PostgreSQL has. */
const NO_LIMITS = `select set_config(name, '0', false) from pg_settings
  where name ~ '^(lock|statement|transaction|idle_in_transaction_session)_timeout$'`;

/** A pool of connections to PostgreSQL. Parameters in the URL override the time limits. */
export const postgresPool = ({ databaseUrl, poolSize, isPatient }: PostgresOptions): Pool => {
  const pool = new Pool({
    connectionString: databaseUrl,
    application_name: 'portal',
    connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
    keepAlive: true,
    // The pool lends the connection afterwards.
    onConnect: (client) =>
      client.query(`${SETTINGS}; ${isPatient ? NO_LIMITS : `set lock_timeout = ${LOCK_TIMEOUT_MS}`}`),
    ...(poolSize && { max: poolSize }),
    ...(!isPatient && {
      statement_timeout: STATEMENT_TIMEOUT_MS,
      idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT_MS,
      query_timeout: ANSWER_TIMEOUT_MS,
    }),
  });
  // A connection that breaks emits an error, which would end the process without a listener. The pool listens to idle
  // connections and replaces them; the next query on a borrowed one fails.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));

  return pool;
};
