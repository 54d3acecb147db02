import { randomInt, randomUUID } from 'node:crypto';
import { contactsOf, type Contact } from '../../platform/contact/contact';
import { transact, type Database } from '../../platform/database/connect';
import type { Person } from '../../platform/database/schema';
import type { Keys, Portal } from '../../platform/crypto/keys';
import type { Device } from '../../platform/http/device';
import { countAttempt } from '../../platform/http/errors';
import { outboxStore } from '../../messages/outbox-store';
import { hashToken } from '../../platform/crypto/secrets';
import type { Visit } from '../sessions/sign-in';
import { codeBudgets } from './budgets';
import { boundCode, challengeStore, CODE_SECONDS } from './challenge-store';
import { knownBrowsers } from './known-browser-store';

interface CodeRequest {
  contact: Contact;
  /** The pre-login cookie: only this browser can use the code. */
  browser: string;
  ip: string;
  visit: Visit;
}

/** The operator does not know it. */
const NO_DEVICE: Device = { browser: null, system: null, country: null };

interface Waiting {
  contact: Contact;
  browserHash: string;
  isKnown: boolean;
  language: string | null;
  device: Device;
}

/** Gives a browser a new code in place of its last one, and queues the message with it. */
const queueCode = async (
  transaction: Database,
  keys: Keys,
  { contact: { channel, address: identifier }, browserHash, isKnown, language, device }: Waiting,
) => {
  const id = randomUUID();
  // Six digits from a cryptographically secure source (ASVS 5.0 6.5.3, 6.5.4).
  const code = randomInt(1_000_000).toString().padStart(6, '0');
  const replaced = await challengeStore(transaction).replace({
    id,
    identifier,
    browser_hash: browserHash,
    code_hash: keys.codes.sign(boundCode({ id, identifier, code })),
  });
  const outbox = outboxStore(transaction, keys.outbox);
  if (replaced) await outbox.settle(replaced, 'expired', 'replaced by a newer code');
  await outbox.queueCode({ code, device }, CODE_SECONDS, {
    ...{ id, channel, recipient: identifier, known_browser: isKnown, language },
  });
};

/**
 * Sends a customer a new code for the browser that last asked for one, by email and by text message. If it still waits for
 * the code, it signs in with this one. @returns how many
 */
export const resendCodes = async (
  transaction: Database,
  keys: Keys,
  customer: Person & { language: string | null },
) => {
  let sent = 0;
  for (const contact of contactsOf(customer)) {
    const browser = await challengeStore(transaction).lastOf(contact.address);
    if (!browser) continue;
    const { language } = customer;
    const waiting = { contact, browserHash: browser.browser_hash, language, device: NO_DEVICE };
    await queueCode(transaction, keys, { ...waiting, isKnown: true });
    sent += 1;
  }
  return sent;
};

/**
 * Creates a code and queues its message, alike for customers and others: the response does not reveal who is one.
 * @throws Failure 429 when a limit is reached
 */
export const requestCode = ({ config, database, keys }: Portal, request: CodeRequest) =>
  transact(database, async (transaction) => {
    const { contact, browser, ip, visit } = request;
    const knownBrowser = await knownBrowsers(transaction).find(visit.passes, contact.address);
    await countAttempt(transaction, codeBudgets(config.limits, contact.address, { ip, knownBrowser }), {
      message: (i18n, time) => i18n.t('Please wait {time} before you ask for another code.', { time }),
      event: { event: 'code', outcome: 'limited', contact },
    });
    const { language, device } = visit;
    const browserHash = hashToken(browser);
    await queueCode(transaction, keys, {
      ...{ contact, browserHash, isKnown: knownBrowser !== undefined, language, device },
    });
  });
