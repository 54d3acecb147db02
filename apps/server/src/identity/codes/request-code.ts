import { randomInt, randomUUID } from 'node:crypto';
import type { Config } from '../../platform/config/config';
import type { Contact } from '../../platform/contact/contact';
import { transact } from '../../platform/database/connect';
import type { Portal } from '../../platform/crypto/keys';
import { countAttempt } from '../../platform/http/errors';
import { networksOf, type Budget } from '../../platform/limits/limits';
import { outboxStore } from '../../messages/outbox-store';
import { hashToken } from '../../platform/crypto/secrets';
import type { Visit } from '../sessions/sign-in';
import { boundCode, challengeStore, CODE_SECONDS } from './challenge-store';
import { knownBrowsers } from './known-browser-store';

interface CodeRequest {
  contact: Contact;
  /** The pre-login cookie: only this browser can use the code. */
  browser: string;
  ip: string;
  visit: Visit;
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

/**
 * Creates a code and queues its message, alike for customers and others: the response does not reveal who is one.
 * @throws Failure 429 when a limit is reached
 */
export const requestCode = ({ config, database, keys }: Portal, request: CodeRequest) =>
  transact(database, async (transaction) => {
    const { contact, visit } = request;
    const { channel, address: identifier } = contact;
    const knownBrowser = await knownBrowsers(transaction).find(visit.passes, identifier);
    await countAttempt(transaction, codeBudgets(config.limits, request, knownBrowser), {
      message: (i18n, time) => i18n.t('Please wait {time} before you ask for another code.', { time }),
      event: { event: 'code', outcome: 'limited', contact },
    });
    const id = randomUUID();
    // Six digits from a cryptographically secure source (ASVS 5.0 6.5.3, 6.5.4).
    const code = randomInt(1_000_000).toString().padStart(6, '0');
    const replaced = await challengeStore(transaction).replace({
      id,
      identifier,
      browser_hash: hashToken(request.browser),
      code_hash: keys.codes.sign(boundCode({ id, identifier, code })),
    });
    const outbox = outboxStore(transaction, keys.outbox);
    if (replaced) await outbox.settle(replaced, 'expired', 'replaced by a newer code');
    await outbox.queueCode({ code, device: visit.device }, CODE_SECONDS, {
      id,
      channel,
      recipient: identifier,
      known_browser: knownBrowser !== undefined,
      language: visit.language,
    });
  });
