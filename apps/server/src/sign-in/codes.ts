import { createHmac, randomInt, randomUUID } from 'node:crypto';
import type { Config } from '../config';
import type { Contact } from '../customers/contact';
import { customerStore } from '../customers/customer-store';
import type { Database } from '../database/connect';
import { channels } from '../delivery/channels';
import { outboxStore } from '../delivery/outbox-store';
import { Failure } from '../http/errors';
import type { Keys } from '../keys';
import { limitStore } from '../limits/limit-store';
import { codesPerIdentifier, codesPerNetwork, durationText, failuresPerIdentifier } from '../limits/limits';
import { networkOf } from '../limits/network';
import { challengeStore } from './challenge-store';
import { hashToken, sameSecret } from './token';

/** How long a code is valid, and delivered (ASVS 5.0 6.5.5 allows ten minutes). */
const codeLifetimeSeconds = 600;

/** Guesses at one code; then it is void. */
const MAX_ATTEMPTS = 5;

interface Dependencies {
  config: Pick<Config, 'sms'>;
  database: Database;
  keys: Keys;
  wakeDelivery: () => void;
}

interface CodeRequest {
  contact: Contact;
  /** The pre-login cookie: only this browser can use the code. */
  browser: string;
  ip: string;
}

interface Verification {
  contact: Contact;
  code: string;
  browser: string | undefined;
}

/** Six digits from a cryptographically secure source (ASVS 5.0 6.5.3, 6.5.4). */
const newCode = () => randomInt(1_000_000).toString().padStart(6, '0');

/** The stored form of a code: bound to its challenge and identifier, and useless without the key. */
const hashCode = (key: Buffer, { id, identifier, code }: { id: string; identifier: string; code: string }) =>
  createHmac('sha256', key).update([id, identifier, code].join('\0')).digest('hex');

const requireNoWait = (seconds: number) => {
  if (seconds > 0)
    throw new Failure(429, `Please wait ${durationText(seconds)} before you ask for another code.`, seconds);
};

/** Issues codes. Only the dispatcher looks up the customer, so the answer does not reveal who is registered. */
export const createCodeRequest = ({ config, database, keys, wakeDelivery }: Dependencies) => {
  const issue = async (
    transaction: Database,
    { contact: { channel, address }, browser, ip }: CodeRequest,
  ) => {
    const limits = limitStore(transaction);
    requireNoWait(await limits.wait(channel, channels[channel].budget(config)));
    requireNoWait(await limits.take(`codes/${address}`, codesPerIdentifier));
    requireNoWait(await limits.take(`codes/${networkOf(ip)}`, codesPerNetwork));

    const id = randomUUID();
    const code = newCode();
    await challengeStore(transaction).replace({
      id,
      identifier: address,
      browserHash: hashToken(browser),
      codeHash: hashCode(keys.codes, { id, identifier: address, code }),
      lifetimeSeconds: codeLifetimeSeconds,
    });
    await outboxStore(transaction, keys.outbox).replace({
      channel,
      recipient: address,
      code,
      lifetimeSeconds: codeLifetimeSeconds,
    });
  };

  /**
   * Creates a code and queues its message. Does the same work for known and unknown contacts.
   * @throws Failure 429 when a limit is reached
   */
  return async (request: CodeRequest) => {
    await database.transaction().execute((transaction) => issue(transaction, request));
    wakeDelivery();
  };
};

/** Compares a code with the current challenge of its contact and browser, and consumes the challenge. */
export const createVerification = ({ database, keys }: Pick<Dependencies, 'database' | 'keys'>) => {
  const challenges = challengeStore(database);
  const failures = (identifier: string) => `failures/${identifier}`;

  /** Counts a failure before comparing, and forgets it on success, so that parallel guesses cannot outrun the count. */
  const countFailure = (identifier: string) =>
    database
      .transaction()
      .execute((transaction) => limitStore(transaction).take(failures(identifier), failuresPerIdentifier));

  /**
   * @returns the customer's id; undefined when the code is wrong, used, expired, or from another browser
   * @throws Failure 429 after too many wrong codes for this contact
   */
  return async ({ contact, code, browser }: Verification) => {
    const identifier = contact.address;
    const challenge = browser && (await challenges.attempt(identifier, hashToken(browser), MAX_ATTEMPTS));
    if (!challenge) return undefined;

    const seconds = await countFailure(identifier);
    if (seconds > 0)
      throw new Failure(429, `Too many wrong codes. Please try again in ${durationText(seconds)}.`, seconds);

    const { id, code_hash } = challenge;
    if (!sameSecret(code_hash, hashCode(keys.codes, { id, identifier, code }))) return undefined;
    if (!(await challenges.consume(id))) return undefined;
    await limitStore(database).forget(failures(identifier));
    return customerStore(database).find(contact);
  };
};
