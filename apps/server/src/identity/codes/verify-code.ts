import type { CodeRefusal } from '../../platform/audit/audit';
import type { Contact } from '../../platform/contact/contact';
import { customerStore } from '../customers/customer-store';
import { transact } from '../../platform/database/connect';
import type { Portal } from '../../platform/crypto/keys';
import { countAttempt } from '../../platform/http/errors';
import { limitStore } from '../../platform/limits/limit-store';
import { hashToken } from '../../platform/crypto/secrets';
import { arrive, type Arrived, type Visit } from '../sessions/sign-in';
import { wrongCodeBudgets } from './budgets';
import { boundCode, challengeStore, CODE_SECONDS } from './challenge-store';
import { knownBrowsers } from './known-browser-store';

/** Attempts at one code; then it is void. */
const MAX_ATTEMPTS = 5;

interface Verification {
  contact: Contact;
  code: string;
  browser: string | undefined;
  visit: Visit;
}

/**
 * Compares a code with the challenge of its contact and browser, and signs the customer in; a fault of the database
 * leaves the code usable. A refusal is returned: its count is kept. An attempt that a limit refuses counts nowhere.
 * @throws Failure 429 after too many wrong codes for this contact
 */
export const verifyCode = async (
  { config, database, keys }: Portal,
  { contact, code, browser, visit }: Verification,
): Promise<Arrived | { refusal: CodeRefusal }> => {
  if (!browser) return { refusal: 'ended-code' };
  const identifier = contact.address;
  return transact(database, async (transaction) => {
    const [challenges, limits] = [challengeStore(transaction), limitStore(transaction)];
    const knownBrowser = await knownBrowsers(transaction).find(visit.passes, identifier);
    // Counts the attempt before the comparison, and locks the challenge: parallel attempts cannot outrun the counts.
    const challenge = await challenges.attempt(identifier, hashToken(browser));
    if (!challenge) return { refusal: 'ended-code' };
    const { attempts, former } = challenge;
    if (challenge.isExpired) return { refusal: 'expired-code' };
    if (attempts > MAX_ATTEMPTS) return { refusal: 'spent-code' };
    const budgets = wrongCodeBudgets(config.limits, identifier, knownBrowser);
    await countAttempt(transaction, budgets, {
      message: (i18n, time) => i18n.t('Too many wrong codes. Please try again in {time}.', { time }),
      event: { event: 'sign-in', outcome: 'limited', contact },
    });
    const is = (one: { id: string; code_hash: string }) =>
      keys.codes.verify(boundCode({ id: one.id, identifier, code }), one.code_hash);
    if (!is(challenge)) {
      if (attempts === MAX_ATTEMPTS) return { refusal: 'spent-code' };
      return { refusal: former.some(is) ? 'former-code' : 'wrong-code' };
    }
    await challenges.remove(challenge.id);
    // Forgets only as many failures as this challenge had: the others may be a stranger's attempts.
    for (const [key] of budgets) await limits.forget(key, { count: attempts, withinSeconds: CODE_SECONDS });
    const customerId = await customerStore(transaction).find(contact);
    if (!customerId) return { refusal: 'no-customer' };
    return arrive(transaction, config, { customerId, identifier, visit });
  });
};
