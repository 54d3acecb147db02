import type { Outcome } from '@portal/theme';
import { isWholeCode, readAccessCode } from './access-code';

/** The two sign-in methods. */
export type MethodName = 'email' | 'phone';

/** A code that was sent, without the code. Times are in milliseconds since the epoch. */
export interface SentCode {
  to: string;
  /** When the server accepts the next request. */
  resendAt: number;
  /** When the code expires. */
  endsAt: number;
}

/** The login flow of specification section 4, by one method: identify, then verify after a successful code request. */
export interface SignInState {
  step: 'identify' | 'verify' | 'done';
  /** The pending call; there is at most one. */
  pending: 'send' | 'verify' | null;
  status: Outcome | null;
  /** Whether the error is about the value of the field. */
  invalid: boolean;
  /** The text of the address field. */
  identifier: string;
  /** The text of the code field. */
  code: string;
  /** The whole code that the customer has just typed or pasted; it is about to be submitted. */
  wholeCode: string | null;
  /** The last code that was sent; kept when the customer goes back to change the address. */
  sent: SentCode | null;
  /** The number of codes sent. Each new code invalidates the one before. */
  codesSent: number;
  /** A code that was sent before, perhaps from another tab; the server refuses to send another one yet. */
  earlier: SentCode | null;
}

export type SignInEvent =
  | { type: 'typed'; field: 'identifier' | 'code'; text: string; isByHand?: boolean }
  | { type: 'called'; pending: 'send' | 'verify' }
  | { type: 'code-sent'; sent: SentCode; text: string }
  | { type: 'code-not-due'; sent: SentCode; text: string }
  | { type: 'refused'; text: string; invalid: boolean }
  | { type: 'has-code' }
  | { type: 'code-arrived'; code: string; text: string }
  | { type: 'went-back' }
  | { type: 'verified'; text: string };

const failure = (text: string): Outcome => ({ severity: 'error', text });
const success = (text: string): Outcome => ({ severity: 'success', text });

interface Start {
  sent: SentCode | null;
  /** The error message to start with. */
  problem: string | undefined;
}

/** The initial state: step 2 if a code was sent before a reload, otherwise step 1. */
export const start = ({ sent, problem }: Start): SignInState => ({
  step: sent ? 'verify' : 'identify',
  pending: null,
  status: problem === undefined ? null : failure(problem),
  invalid: false,
  identifier: sent?.to ?? '',
  code: '',
  wholeCode: null,
  sent,
  codesSent: 0,
  earlier: null,
});

/** The reducer of the flow. It is pure: events carry the times and the responses. */
export const signIn = (before: SignInState, event: SignInEvent): SignInState => {
  const state = { ...before, wholeCode: null };
  switch (event.type) {
    case 'typed': {
      const code = event.field === 'code' ? readAccessCode(event.text) : '';
      const wholeCode = event.isByHand && isWholeCode(code) ? code : null;
      return { ...state, [event.field]: event.text, invalid: false, wholeCode };
    }
    case 'called':
      return { ...state, pending: event.pending, status: null, invalid: false, earlier: null };
    case 'code-sent':
      return {
        ...state,
        step: 'verify',
        pending: null,
        status: success(event.text),
        code: '',
        sent: event.sent,
        codesSent: state.codesSent + 1,
      };
    case 'code-not-due': {
      // For the same identifier, the code sent before is still valid.
      const isSame = event.sent.to === state.sent?.to;
      return {
        ...state,
        step: isSame ? 'verify' : state.step,
        pending: null,
        status: failure(event.text),
        ...(isSame ? { sent: event.sent } : { earlier: event.sent }),
      };
    }
    case 'refused':
      return { ...state, pending: null, status: failure(event.text), invalid: event.invalid };
    case 'has-code':
      return { ...state, step: 'verify', status: null, code: '', sent: state.earlier, earlier: null };
    case 'code-arrived':
      return { ...state, status: success(event.text), invalid: false, code: event.code };
    case 'went-back':
      return { ...state, step: 'identify', pending: null, status: null, invalid: false };
    case 'verified':
      return { ...state, step: 'done', pending: null, status: success(event.text) };
  }
};
