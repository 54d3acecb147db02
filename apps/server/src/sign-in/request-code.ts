import { randomInt, randomUUID } from 'node:crypto';
import type { Language } from '@portal/contract';
import type { Config } from '../config';
import type { Contact } from '../customers/contact';
import type { Database } from '../database/connect';
import { outboxStore } from '../messages/outbox-store';
import { Failure } from '../http/errors';
import type { Keys } from '../keys';
import { limitStore } from '../limits/limit-store';
import { durationText, networksOf, type Budget } from '../limits/limits';
import { hashToken } from '../secrets';
import { challengeStore, CODE_SECONDS, hashCode } from './challenge-store';
import { knownBrowsers } from './known-browser-store';

interface Dependencies {
  config: Pick<Config, 'limits'>;
  database: Database;
  keys: Keys;
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

/** Strangers share the budget of an identifier, and those of their networks. A known browser has its own. */
const codeBudgets = (
  { codes, codesOfNetwork, known }: Config['limits'],
  { contact, ip }: CodeRequest,
  knownBrowser: string | undefined,
): Budget[] =>
  knownBrowser
    ? [[`codes/browser/${knownBrowser}`, known.codes]]
    : [
        [`codes/${contact.address}`, codes],
        ...networksOf(ip).map(({ kind, name }): Budget => [`codes/${name}`, codesOfNetwork[kind]]),
      ];

const tooMany = (seconds: number, contact: Contact) =>
  new Failure(
    429,
    (i18n) =>
      i18n.t('Please wait {time} before you ask for another code.', { time: durationText(seconds, i18n) }),
    seconds,
  ).audited({ event: 'code', outcome: 'limited', contact });

/**
 * Creates a code and queues its message. Does the same work for known and unknown contacts: only the dispatcher looks up
 * the customer, so the response does not reveal who is registered.
 * @throws Failure 429 when a limit is reached
 */
export const createCodeRequest =
  ({ config, database, keys, wakeDelivery }: Dependencies) =>
  async (request: CodeRequest) => {
    const { contact, language } = request;
    const { channel, address: identifier } = contact;
    await database.transaction().execute(async (transaction) => {
      const knownBrowser = await knownBrowsers(transaction, keys.browsers).find(request.passes, identifier);
      for (const budget of codeBudgets(config.limits, request, knownBrowser)) {
        const seconds = await limitStore(transaction).take(...budget);
        if (seconds > 0) throw tooMany(seconds, contact);
      }
      const challenges = challengeStore(transaction);
      const id = randomUUID();
      // Six digits from a cryptographically secure source (ASVS 5.0 6.5.3, 6.5.4).
      const code = randomInt(1_000_000).toString().padStart(6, '0');
      const browserHash = hashToken(request.browser);
      const replaces = await challenges.idOf(identifier, browserHash);
      const codeHash = hashCode(keys.codes, { id, identifier, code });
      await challenges.replace({ id, identifier, browserHash, codeHash });
      await outboxStore(transaction, keys.outbox).replace({
        id,
        replaces,
        channel,
        recipient: identifier,
        code,
        lifetimeSeconds: CODE_SECONDS,
        isKnownBrowser: knownBrowser !== undefined,
        language,
      });
    });
    wakeDelivery();
  };
