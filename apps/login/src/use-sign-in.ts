import {
  isClientError,
  requestCode,
  retryAfterSeconds,
  serverMessage,
  verifyCode,
  type SignInMethod,
} from '@portal/api';
import type { Outcome } from '@portal/theme';
import { useReducer, useRef } from 'react';
import { readAccessCode } from './access-code';
import type { SentCode } from './kept-sign-in';
import { useI18n } from './texts';

/** The server's interval between two codes, unless a `Retry-After` names another one. */
const RESEND_SECONDS = 60;

/** How long a code is valid. */
const CODE_SECONDS = 600;

/** The login flow of specification section 4, by one method: identify, then verify after a successful code request. */
interface SignInState {
  step: 'identify' | 'verify' | 'done';
  /** The pending call; there is at most one. */
  pending: 'send' | 'verify' | null;
  status: Outcome | null;
  /** Whether the error is about the value of the field. */
  invalid: boolean;
  identifier: string;
  /** The code that the mail's link filled in. */
  filledIn: string;
  /** The last code that was sent; kept when the customer goes back to change the address. */
  sent: SentCode | null;
  /** Counts the codes that were sent or filled in: each starts the form anew. */
  round: number;
  /** A code that was sent before, perhaps from another tab; the server refuses to send another one yet. */
  earlier: SentCode | null;
}

/** How a call ended. */
type Response =
  | { type: 'sent'; sent: SentCode; text: string }
  | { type: 'sentBefore'; sent: SentCode; text: string }
  | { type: 'refused'; text: string; isAboutField: boolean }
  | { type: 'signedIn'; text: string };

type Action =
  | Response
  | { type: 'called'; call: 'send' | 'verify' }
  | { type: 'typed'; identifier?: string }
  | { type: 'filledIn'; code: string; text: string }
  | { type: 'earlierCodeChosen' }
  | { type: 'wentBack' };

const failure = (text: string): Outcome => ({ severity: 'error', text });
const success = (text: string): Outcome => ({ severity: 'success', text });

const afterCall = (state: SignInState, response: Response): SignInState => {
  const settled = { ...state, pending: null, earlier: null };
  switch (response.type) {
    case 'refused':
      return { ...settled, status: failure(response.text), invalid: response.isAboutField };
    case 'signedIn':
      return { ...settled, step: 'done', status: success(response.text) };
    case 'sent': {
      const { sent, text } = response;
      const round = state.round + 1;
      return {
        ...settled,
        step: 'verify',
        status: success(text),
        identifier: sent.to,
        filledIn: '',
        sent,
        round,
      };
    }
    case 'sentBefore': {
      const { sent, text } = response;
      // For the same identifier, the code sent before is still valid.
      if (state.sent?.to === sent.to) return { ...settled, step: 'verify', status: failure(text), sent };
      return { ...settled, status: failure(text), earlier: sent };
    }
  }
};

const reduce = (state: SignInState, action: Action): SignInState => {
  switch (action.type) {
    case 'called':
      // The message keeps its room until the response, so that nothing moves under a press.
      return { ...state, pending: action.call, invalid: false };
    case 'typed':
      return { ...state, identifier: action.identifier ?? state.identifier, invalid: false };
    case 'filledIn': {
      const { code, text } = action;
      return { ...state, status: success(text), invalid: false, filledIn: code, round: state.round + 1 };
    }
    case 'earlierCodeChosen':
      return { ...state, step: 'verify', status: null, filledIn: '', sent: state.earlier, earlier: null };
    case 'wentBack':
      return { ...state, step: 'identify', pending: null, status: null, invalid: false };
    case 'sent':
    case 'sentBefore':
    case 'refused':
    case 'signedIn':
      return afterCall(state, action);
  }
};

interface Start {
  /** The code that was sent before the page was reloaded. */
  sent: SentCode | null;
  /** The error message to start with. */
  problem?: string | undefined;
}

const startOf = ({ sent, problem }: Start): SignInState => ({
  step: sent ? 'verify' : 'identify',
  pending: null,
  status: problem === undefined ? null : failure(problem),
  invalid: false,
  identifier: sent?.to ?? '',
  filledIn: '',
  sent,
  round: 0,
  earlier: null,
});

const sentCode = (to: string, resendSeconds: number): SentCode => ({
  to,
  resendAt: Date.now() + resendSeconds * 1000,
  endsAt: Date.now() + CODE_SECONDS * 1000,
});

/** The login flow of one method, and its calls, with the messages of the error catalog (specification section 8). */
export const useSignIn = (method: SignInMethod, initial: Start) => {
  const i18n = useI18n();
  const [state, dispatch] = useReducer(reduce, initial, startOf);
  /** The pending call. Unlike `state.pending`, it changes before the next render, which a second press can precede. */
  const current = useRef<unknown>(null);

  /** Makes a call, one at a time. Its response is ignored if the customer has gone back meanwhile. */
  const make = async (call: 'send' | 'verify', request: () => Promise<Response>) => {
    if (current.current !== null) return;
    current.current = request;
    dispatch({ type: 'called', call });
    const response = await request();
    if (current.current !== request) return;
    current.current = null;
    dispatch(response);
  };

  const request = async (to: string): Promise<Response> => {
    try {
      const { success: isSent, message } = await requestCode(method, to);
      if (!isSent)
        return { type: 'refused', text: message || i18n.t('Failed to send access code'), isAboutField: true };
      const text = message || i18n.t('We sent a code to {to}.', { to });
      return { type: 'sent', sent: sentCode(to, RESEND_SECONDS), text };
    } catch (error) {
      const text = serverMessage(error) ?? i18n.t('An error occurred');
      const seconds = retryAfterSeconds(error);
      if (seconds === undefined) return { type: 'refused', text, isAboutField: isClientError(error) };
      return { type: 'sentBefore', sent: sentCode(to, seconds), text };
    }
  };

  const check = async (identifier: string, code: string): Promise<Response> => {
    try {
      const { success: isRight, message } = await verifyCode(method, identifier, code);
      if (!isRight) return { type: 'refused', text: message || i18n.t('Invalid code'), isAboutField: true };
      return { type: 'signedIn', text: i18n.t('Login successful! Redirecting...') };
    } catch (error) {
      const text = serverMessage(error) ?? i18n.t('An error occurred during verification');
      return { type: 'refused', text, isAboutField: isClientError(error) };
    }
  };

  return {
    method,
    state,
    send: (to: string) => void make('send', () => request(to)),
    verify: (text: string) => {
      const { sent } = state;
      if (sent) void make('verify', () => check(sent.to, readAccessCode(text)));
    },
    typeIdentifier: (identifier: string) => dispatch({ type: 'typed', identifier }),
    typeCode: () => dispatch({ type: 'typed' }),
    fillIn: (code: string) => dispatch({ type: 'filledIn', code, text: i18n.t('Your code is filled in.') }),
    enterEarlierCode: () => dispatch({ type: 'earlierCodeChosen' }),
    goBack: () => {
      current.current = null;
      dispatch({ type: 'wentBack' });
    },
  };
};

export type SignInFlow = ReturnType<typeof useSignIn>;
