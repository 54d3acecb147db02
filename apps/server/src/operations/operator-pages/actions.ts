import * as v from 'valibot';
import { Failure } from '../../platform/http/errors';
import { failureOf } from '../../portal/releases/release-calls';
import { counted } from '../commands/records';
import type { Fields } from './form';
import type { Operator, OperatorCalls } from './operator-work';
import type { Notice } from './page-frame';

interface Action {
  /** The name of the work, if it has another. */
  call?: string;
  /** The parameters of the work; absent: `parametersIn` the fields. */
  given?: (fields: Fields) => object;
  /** What is true afterwards. */
  done: (fields: Fields, resent: { codes: number; messages: number }) => string;
}

/** Without the fields that only name what the form is about. */
const parametersIn = ({ who: _, team: __, ...given }: Fields): object => given;

const oneOf = ({ id }: Fields) => ({ ids: [id] });
const oneOrAll = (fields: Fields) => (fields['id'] ? oneOf(fields) : {});

/** What forms do, by the name of the work. */
const actions: Record<string, Action> = {
  'releases/promote': { done: ({ name, version }) => `${name} ${version} is live.` },
  'releases/canary': {
    given: ({ percent = '', ...fields }) => {
      if (/^(\d{1,2}|100)$/.test(percent)) return { ...fields, percent: Number(percent) };
      throw new Failure(
        400,
        `${fields['name']} got no canary: percent must be a whole number from 0 to 100.`,
      );
    },
    done: ({ name, version, percent }) => `${name} ${version} is the canary, for ${percent}% of visitors.`,
  },
  'releases/stop-canary': {
    call: 'releases/canary',
    given: (fields) => ({ ...fields, stop: true }),
    done: ({ name }) => `${name} has no canary.`,
  },
  'releases/rollback': { done: ({ name, to }) => `${name} is back at ${to}.` },
  'releases/take-down': { done: ({ name }) => `Nobody gets ${name} any more.` },
  'outbox/retry': {
    given: oneOrAll,
    done: ({ id, who }) =>
      id ? `The message to ${who} is queued again.` : 'The dead letters are queued again.',
  },
  'outbox/delete': {
    given: oneOf,
    done: ({ who }) => `The message to ${who} is deleted.`,
  },
  'answers/retry': {
    given: oneOrAll,
    done: ({ id, who }) =>
      id ? `The answer of ${who} is sent again now.` : 'The answers are sent again now.',
  },
  'answers/delete': {
    given: oneOf,
    done: ({ who }) => `The answer of ${who} is no longer sent. They still see it.`,
  },
  'erp/confirm': { done: () => 'The orders that were held are taken from customers.' },
  'erp/read-again': { done: () => 'Every order of the ERP is read again.' },
  'customer/export': { done: () => '' },
  'customer/unlock': {
    done: ({ who }) => `${who} can ask for codes and try them at once.`,
  },
  'customer/resend': {
    done: ({ who }, { codes, messages }) =>
      `${who} gets ${counted(codes, 'new code')} and ${counted(messages, 'message')} that failed.`,
  },
  'customer/sign-out': {
    done: ({ who }) => `${who} is signed out everywhere.`,
  },
  'customer/block': { done: ({ who }) => `${who} cannot sign in any more.` },
  'customer/unblock': { done: ({ who }) => `${who} can sign in again.` },
  'customer/erase': {
    given: ({ id, who, confirmation }) => {
      if (confirmation === 'erase') return { id };
      throw new Failure(400, `${who} was not erased: type “erase” to confirm.`);
    },
    done: ({ who }) => `${who} is erased.`,
  },
  'tokens/revoke': {
    done: ({ team }) => `The token of ${team} is revoked.`,
  },
};

const resultSchema = v.looseObject({
  refusal: v.optional(v.string()),
  changed: v.optional(v.boolean()),
  warnings: v.optional(v.array(v.string()), []),
  left: v.optional(v.array(v.object({ reason: v.string() })), []),
  /** Of a resend. */
  resent: v.optional(v.object({ codes: v.number(), messages: v.number() }), { codes: 0, messages: 0 }),
});

/** How some work ended, in words. */
const outcomeOf = ({ done }: Action, fields: Fields, result: object): Notice => {
  const { refusal, changed, warnings, left, resent } = v.parse(resultSchema, result);
  const reasons = [...new Set(left.map(({ reason }) => reason))];
  const rest = left.length > 0 ? [`${left.length} left: ${reasons.join('; ')}.`] : [];
  if (refusal !== undefined) return { text: refusal, isFailure: true };
  if (fields['id'] && rest.length > 0) return { text: rest.join(' '), isFailure: true };
  const nothing = changed === false ? ['Nothing changed:'] : [];
  return { text: [...nothing, done(fields, resent), ...rest, ...warnings].join(' ') };
};

/** An expected refusal, as the outcome of an action. @throws anything else */
const refusalOf = (error: unknown): Notice => {
  const failure = failureOf(error);
  if (failure instanceof Failure && failure.statusCode < 500)
    return { text: failure.message, isFailure: true };
  throw failure;
};

/** Does what a form asks for, and says how it ended. @throws Failure for an action that is not there */
export const perform = async (
  calls: OperatorCalls,
  does: string,
  fields: Fields,
  operator: Operator,
): Promise<{ result?: object; outcome: Notice }> => {
  const action = Object.hasOwn(actions, does) ? actions[does] : undefined;
  const call = calls[action?.call ?? does];
  if (!action || !call) throw new Failure(400, `There is no ${does} here.`);
  try {
    const result = await call((action.given ?? parametersIn)(fields), operator);
    return { result, outcome: outcomeOf(action, fields, result) };
  } catch (error) {
    return { outcome: refusalOf(error) };
  }
};
