import * as v from 'valibot';

/** An error of PostgreSQL, the network or the file system; PGlite's file system does not throw Errors. */
const causeSchema = v.object({
  message: v.optional(v.string()),
  code: v.optional(v.string()),
  errno: v.optional(v.number()),
});

const readCause = (cause: unknown) => v.parse(v.fallback(causeSchema, {}), cause);

const reasonOf = (cause: unknown): string => {
  if (cause instanceof DatabaseUnavailableError) return cause.reason;
  const { message, code, errno } = readCause(cause);
  return message || code || `file system error ${errno}`;
};

/** SQLSTATE codes of work that waited too long, or was rolled back in favor of other work; pg has none for a full pool. */
const BUSY = /^(57014|55P03|40001|40P01|timeout exceeded when trying to connect)$/;

/**
 * The database does not answer or refuses work: the network, a restart, no free connection, a lock, a statement that
 * takes too long, a full disk. The same call can succeed later.
 */
export class DatabaseUnavailableError extends Error {
  override readonly name = 'DatabaseUnavailableError';
  readonly kind = 'unreachable';
  readonly reason: string;
  readonly code: string;
  /** Whether only this work failed: the database answers. */
  readonly isBusy: boolean;

  constructor(cause: unknown, whatFails?: string, advice = '') {
    const reason = reasonOf(cause);
    const { code = '' } = readCause(cause);
    const isBusy = BUSY.test(code || reason);
    const what = whatFails ?? (isBusy ? 'The database is busy' : 'The database does not answer');
    super(`${what}: ${reason}.${advice && ` ${advice}`}`, { cause });
    this.reason = reason;
    this.code = code;
    this.isBusy = isBusy;
  }
}

/**
 * SQLSTATE codes: connection, resources and disk, system, shutdown; a cancelled statement or transaction; a lock that
 * others hold; a conflict; and `read only`, which a former primary answers after a failover.
 */
const UNAVAILABLE = /^(08|53|58|57P)|^(57014|25P03|25P04|55P03|40001|40P01|25006)$/;

/** pg has no codes for these. */
const CONNECTION_LOST = /^Connection terminated|is not queryable$|^Query read timeout$/;

export const isUnavailable = (cause: unknown): boolean => {
  const { message = '', code = '', errno } = readCause(cause);
  // PostgreSQL has codes of five characters, the network and the file system have names and numbers.
  const isFromSystem =
    cause instanceof DatabaseUnavailableError || errno !== undefined || /^E[A-Z]{3,}/.test(code);
  return UNAVAILABLE.test(code) || isFromSystem || CONNECTION_LOST.test(message);
};

/** Wraps a fault of the database itself in a DatabaseUnavailableError; returns any other error as it is. */
export const nameFault = (cause: unknown): unknown =>
  isUnavailable(cause) && !(cause instanceof DatabaseUnavailableError)
    ? new DatabaseUnavailableError(cause)
    : cause;

/** PostgreSQL cannot be used until a person mends something: a wrong password, no such database, no permission, TLS. */
export class DatabaseRefusedError extends Error {
  override readonly name = 'DatabaseRefusedError';
  readonly kind = 'usage';
}

/** Names a failure to open PostgreSQL that only a person can mend; undefined for any other. */
export const nameRefusal = (error: unknown): DatabaseRefusedError | undefined => {
  if (error instanceof DatabaseRefusedError) return error;
  // The dialect wraps whatever keeps it from connecting. A statement lacks permission (42501) or a schema (3F000).
  const isConnecting = error instanceof DatabaseUnavailableError;
  if (isConnecting ? isUnavailable(error.cause) : !/42501|3F000/.test(readCause(error).code ?? ''))
    return undefined;
  const sentence = `PostgreSQL refuses the portal: ${reasonOf(error)}. Check DATABASE_URL, and what its user may do.`;
  return new DatabaseRefusedError(sentence, { cause: error });
};

/** PGlite does not start on its files, although it can read them. */
export class DatabaseDamagedError extends Error {
  override readonly name = 'DatabaseDamagedError';
  readonly kind = 'unreachable';

  constructor(directory: string, cause: unknown) {
    super(
      `The database in ${directory} is damaged: ${reasonOf(cause)}. Move it away (mv ${directory} ${directory}.damaged) and put a backup in its place, or start without it and import your customers again.`,
      { cause },
    );
  }
}
