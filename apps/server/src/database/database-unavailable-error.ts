import * as v from 'valibot';

/** An error of PostgreSQL or of the network, or PGlite's of its file system, which is no Error. */
const told = v.object({
  message: v.optional(v.string()),
  code: v.optional(v.string()),
  errno: v.optional(v.number()),
});

const reasonOf = (cause: unknown) => {
  const { message, code, errno } = v.parse(v.fallback(told, {}), cause);
  return message || code || `file system error ${errno}`;
};

/** The database cannot be opened. */
export class DatabaseUnavailableError extends Error {
  override readonly name = 'DatabaseUnavailableError';

  /** @param advice what to look at */
  constructor(advice: string, cause: unknown) {
    super(`The database cannot be opened: ${reasonOf(cause)}. ${advice}`, { cause });
  }
}
