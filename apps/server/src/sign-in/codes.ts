import { createHmac, randomInt, randomUUID } from 'node:crypto';
import type { Language } from '@portal/contract';
import type { CodeRefusal } from '../audit/audit';
import type { Config } from '../config';
import type { Contact } from '../customers/contact';
import { customerStore } from '../customers/customer-store';
import type { Database } from '../database/connect';
import { outboxStore } from '../messages/outbox-store';
import { Failure } from '../http/errors';
import type { Keys } from '../keys';
import { limitStore } from '../limits/limit-store';
import { durationText, type Limit } from '../limits/limits';
import { networksOf } from '../limits/network';
import { hashToken, sameSecret } from '../secrets';
import type { Arrive, Arrived, Visit } from './arrive';
import { challengeStore } from './challenge-store';
import type { KnownBrowsers } from './known-browsers';

/** How long a code is valid, and delivered (ASVS 5.0 6.5.5 allows ten minutes). */
const codeLifetimeSeconds = 600;

/** Guesses at one code; then it is void. */
const MAX_ATTEMPTS = 5;

interface Dependencies {
  config: Pick<Config, 'limits'>;
  database: Database;
  keys: Keys;
  knownBrowsers: Pick<KnownBrowsers, 'find'>;
  wakeDelivery: () => void;
}

interface CodeRequest {
  contact: Contact;
  /** The pre-login cookie: only this browser can use the code. */
  browser: string;
  /** The cookie of earlier sign-ins. */
  passes: string | undefined;
  ip: string;
  /** The language of the message. */
  language: Language;
}

interface Verification {
  contact: Contact;
  code: string;
  browser: string | undefined;
  visit: Visit;
}

/** A name that hits are counted by, with its limits. */
type Budget = readonly [key: string, limits: readonly Limit[]];

/** Six digits from a cryptographically secure source (ASVS 5.0 6.5.3, 6.5.4). */
const newCode = () => randomInt(1_000_000).toString().padStart(6, '0');

/** The stored form of a code: bound to its challenge and identifier, and useless without the key. */
const hashCode = (key: Buffer, { id, identifier, code }: { id: string; identifier: string; code: string }) =>
  createHmac('sha256', key).update([id, identifier, code].join('\0')).digest('hex');

const requireNoWait = (seconds: number, contact: Contact) => {
  if (seconds > 0)
    throw new Failure(
      429,
      (i18n) =>
        i18n.t('Please wait {time} before you ask for another code.', { time: durationText(seconds, i18n) }),
      seconds,
    ).audited({ event: 'code', outcome: 'limited', contact });
};

/** Strangers share the budget of an identifier, and those of their networks. A known browser has its own. */
const codeBudgets = (
  { codes, codesOfNetwork, known }: Config['limits'],
  { identifier, ip, knownBrowser }: { identifier: string; ip: string; knownBrowser: string | undefined },
): Budget[] =>
  knownBrowser
    ? [[`codes/browser/${knownBrowser}`, known.codes]]
    : [
        [`codes/${identifier}`, codes],
        ...networksOf(ip).map(({ kind, name }): Budget => [`codes/${name}`, codesOfNetwork[kind]]),
      ];

const wrongCodeBudgets = (
  { wrongCodes, known }: Config['limits'],
  { identifier, knownBrowser }: { identifier: string; knownBrowser: string | undefined },
): Budget[] =>
  knownBrowser
    ? [
        [`failures/browser/${knownBrowser}`, known.wrongCodes],
        [`failures/browsers/${identifier}`, known.wrongCodesOfAll],
      ]
    : [[`failures/${identifier}`, wrongCodes]];

/** Issues codes. Only the dispatcher looks up the customer, so the answer does not reveal who is registered. */
export const createCodeRequest = ({ config, database, keys, knownBrowsers, wakeDelivery }: Dependencies) => {
  const issue = async (
    transaction: Database,
    { contact, browser, ip, language }: CodeRequest,
    knownBrowser: string | undefined,
  ) => {
    const { channel, address } = contact;
    for (const budget of codeBudgets(config.limits, { identifier: address, ip, knownBrowser }))
      requireNoWait(await limitStore(transaction).take(...budget), contact);

    const challenges = challengeStore(transaction);
    const id = randomUUID();
    const code = newCode();
    const browserHash = hashToken(browser);
    const replaces = await challenges.idOf(address, browserHash);
    await challenges.replace({
      id,
      identifier: address,
      browserHash,
      codeHash: hashCode(keys.codes, { id, identifier: address, code }),
      lifetimeSeconds: codeLifetimeSeconds,
    });
    await outboxStore(transaction, keys.outbox).replace({
      id,
      replaces,
      channel,
      recipient: address,
      code,
      lifetimeSeconds: codeLifetimeSeconds,
      isKnownBrowser: knownBrowser !== undefined,
      language,
    });
  };

  /**
   * Creates a code and queues its message. Does the same work for known and unknown contacts.
   * @throws Failure 429 when a limit is reached
   */
  return async (request: CodeRequest) => {
    const knownBrowser = await knownBrowsers.find(request.passes, request.contact.address);
    await database.transaction().execute((transaction) => issue(transaction, request, knownBrowser));
    wakeDelivery();
  };
};

/** Compares a code with the current challenge of its contact and browser, and signs the customer in. */
export const createVerification = ({
  config,
  database,
  keys,
  knownBrowsers,
  arrive,
}: Omit<Dependencies, 'wakeDelivery'> & { arrive: Arrive }) => {
  const requireBudget = (seconds: number, contact: Contact) => {
    if (seconds > 0)
      throw new Failure(
        429,
        (i18n) =>
          i18n.t('Too many wrong codes. Please try again in {time}.', { time: durationText(seconds, i18n) }),
        seconds,
      ).audited({ event: 'sign-in', outcome: 'limited', contact });
  };

  /**
   * One transaction, so that a fault of the database leaves the code usable. A refusal is returned: its count is kept.
   * A try that a limit refuses counts nowhere.
   *
   * @returns the opened session, or why there is none
   * @throws Failure 429 after too many wrong codes for this contact
   */
  return async ({
    contact,
    code,
    browser,
    visit,
  }: Verification): Promise<Arrived | { refusal: CodeRefusal }> => {
    if (!browser) return { refusal: 'ended-code' };
    const identifier = contact.address;
    const knownBrowser = await knownBrowsers.find(visit.passes, identifier);
    const budgets = wrongCodeBudgets(config.limits, { identifier, knownBrowser });
    return database.transaction().execute(async (transaction) => {
      const [challenges, limits] = [challengeStore(transaction), limitStore(transaction)];
      // Counts the try before the comparison, and locks the challenge: parallel guesses cannot outrun the counts.
      const challenge = await challenges.attempt(identifier, hashToken(browser));
      if (!challenge) return { refusal: 'ended-code' };
      const { id, code_hash, attempts } = challenge;
      if (challenge.isExpired) return { refusal: 'expired-code' };
      if (attempts > MAX_ATTEMPTS) return { refusal: 'spent-code' };
      for (const budget of budgets) requireBudget(await limits.take(...budget), contact);
      if (!sameSecret(code_hash, hashCode(keys.codes, { id, identifier, code })))
        return { refusal: attempts < MAX_ATTEMPTS ? 'wrong-code' : 'spent-code' };
      await challenges.remove(id);
      // Forgets only as many failures as this challenge had: the others may be guesses of strangers.
      for (const [key] of budgets)
        await limits.forget(key, { hits: attempts, withinSeconds: codeLifetimeSeconds });
      const customerId = await customerStore(transaction).find(contact);
      if (!customerId) return { refusal: 'no-customer' };
      return arrive(transaction, { contact, customerId, visit });
    });
  };
};
