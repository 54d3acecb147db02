import type { Database } from '../database/connect';
import { Failure } from '../http/failure';
import type { Keys } from '../keys';
import { challengeStore } from './challenge-store';
import { hashCode } from './code';
import type { Contact } from './contact';
import { customerStore } from './customer-store';
import { limitStore } from './limit-store';
import { failuresPerIdentifier } from './limits';
import { sameSecret } from './same-secret';
import { hashToken } from './token';
import { inWords } from './waiting-time';

/** Guesses at one code: after them it is worth nothing. */
const maxAttempts = 5;

interface Verification {
  contact: Contact;
  code: string;
  browser: string | undefined;
}

/** Compares a code with the live challenge of its contact and browser, and uses it up. */
export const createVerification = ({ database, keys }: { database: Database; keys: Keys }) => {
  const challenges = challengeStore(database);
  const failures = (identifier: string) => `failures/${identifier}`;

  /** Counted as a failure first and forgotten when the code is right: parallel guesses cannot outrun the count. */
  const countFailure = (identifier: string) =>
    database
      .transaction()
      .execute((transaction) => limitStore(transaction).take(failures(identifier), failuresPerIdentifier));

  /**
   * @returns the customer's id; undefined when the code is wrong, used, too old, or not for this browser
   * @throws Failure 429 after too many wrong codes for this contact
   */
  return async ({ contact, code, browser }: Verification) => {
    const identifier = contact.address;
    const challenge = browser && (await challenges.attempt(identifier, hashToken(browser), maxAttempts));
    if (!challenge) return undefined;

    const seconds = await countFailure(identifier);
    if (seconds > 0)
      throw new Failure(429, `Too many wrong codes. Please try again in ${inWords(seconds)}.`, seconds);

    const { id, code_hash } = challenge;
    if (!sameSecret(code_hash, hashCode(keys.codes, { id, identifier, code }))) return undefined;
    if (!(await challenges.consume(id))) return undefined;
    await limitStore(database).forget(failures(identifier));
    return customerStore(database).find(contact);
  };
};
