import * as v from 'valibot';

/** Longer than any ERP's numbers, short enough for an address line. */
const longest = 64;

/** The number by which an order is known (ServiceOrderNbr). */
export const orderNbr = v.pipe(
  v.string(),
  v.minLength(1, 'must not be empty'),
  v.maxLength(longest, `is longer than ${longest} characters`),
  // Cc holds NUL and Cs half surrogate pairs, which PostgreSQL takes neither as a value nor as a parameter.
  v.regex(/^[^\p{Cc}\p{Cs}]*$/u, 'must stand on one line'),
);
