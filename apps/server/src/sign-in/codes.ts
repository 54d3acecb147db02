import { randomUUID } from 'node:crypto';
import type { Database } from '../database/connect';
import { outboxStore } from '../delivery/outbox-store';
import { Failure } from '../http/failure';
import type { Keys } from '../keys';
import { challengeStore } from './challenge-store';
import { codeLifetimeSeconds, hashCode, newCode } from './code';
import type { Contact } from './contact';
import { limitStore } from './limit-store';
import { codesPerIdentifier, codesPerNetwork, smsBudget, type Limit } from './limits';
import { networkOf } from './network';
import { hashToken } from './token';
import { inWords } from './waiting-time';

interface Dependencies {
  database: Database;
  keys: Keys;
  smsDailyBudget: number;
  wakeDelivery: () => void;
}

interface CodeRequest {
  contact: Contact;
  /** The pre-login cookie: only the browser that asked can use the code. */
  browser: string;
  ip: string;
}

/** Codes a customer can read nothing from: who is known shows only in the background, where messages leave. */
export const createCodeRequest = ({ database, keys, smsDailyBudget, wakeDelivery }: Dependencies) => {
  const issue = async (
    transaction: Database,
    { contact: { channel, address }, browser, ip }: CodeRequest,
  ) => {
    const limits = limitStore(transaction);
    const spend = async (key: string, allowed: readonly Limit[]) => refuse(await limits.take(key, allowed));
    if (channel === 'sms') refuse(await limits.wait('sms', smsBudget(smsDailyBudget)));
    await spend(`codes/${address}`, codesPerIdentifier);
    await spend(`codes/${networkOf(ip)}`, codesPerNetwork);

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
   * Makes a code and puts it on its way. Does the same work for a contact that nobody has.
   * @throws Failure 429 when a limit is reached
   */
  return async (request: CodeRequest) => {
    await database.transaction().execute((transaction) => issue(transaction, request));
    wakeDelivery();
  };
};

const refuse = (seconds: number) => {
  if (seconds > 0)
    throw new Failure(429, `Please wait ${inWords(seconds)} before you ask for another code.`, seconds);
};
