import { isClientError, retryAfterSeconds, serverMessage } from '@portal/api';
import type { Outcome } from '@portal/theme';
import { useReducer, useRef } from 'react';
import { readAccessCode } from './access-code';
import type { SentCode } from './kept-sign-in';
import { METHODS, type MethodName } from './methods';
import { useI18n } from './texts';

/** The server's interval between two codes, unless a `Retry-After` names another one. */
const RESEND_SECONDS = 60;

/** How long a code is valid. */
const CODE_SECONDS = 600;

/** The login flow of specification section 4, by one method: identify, then verify after a successful code request. */
export interface SignInState {
  step: 'identify' | 'verify' | 'done';
  /** The pending call; there is at most one. */
  pending: 'send' | 'verify' | null;
  status: Outcome | null;
  /** Whether the error is about the value of the field. */
  invalid: boolean;
  identifier: string;
  code: string;
  /** The last code that was sent; kept when the customer goes back to change the address. */
  sent: SentCode | null;
  /** Counts the codes that were sent or filled in: each starts the form anew. */
  round: number;
  /** A code that was sent before, perhaps from another tab; the server refuses to send another one yet. */
  earlier: SentCode | null;
}

type Change = (state: SignInState) => Partial<SignInState>;

const withChange = (state: SignInState, change: Change): SignInState => ({ ...state, ...change(state) });

const failure = (text: string): Outcome => ({ severity: 'error', text });
const success = (text: string): Outcome => ({ severity: 'success', text });
const refusal = (text: string, invalid: boolean): Change => {
  const status = failure(text);
  return () => ({ status, invalid });
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
  code: '',
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
export const useSignIn = (method: MethodName, initial: Start) => {
  const i18n = useI18n();
  const [state, change] = useReducer(withChange, initial, startOf);
  const { requestCode, verifyCode } = METHODS[method];
  /** The pending call. Unlike `state.pending`, it changes before the next render, which a second press can precede. */
  const current = useRef<unknown>(null);

  /** Makes a call, one at a time. Its response is ignored if the customer has gone back meanwhile. */
  const call = async (pending: 'send' | 'verify', request: () => Promise<Change>) => {
    if (current.current !== null) return;
    current.current = request;
    // The message keeps its room until the response, so that nothing moves under a press.
    change(() => ({ pending, invalid: false }));
    const result = await request();
    if (current.current !== request) return;
    current.current = null;
    change((now) => ({ pending: null, earlier: null, ...result(now) }));
  };

  const request = async (to: string): Promise<Change> => {
    try {
      const response = await requestCode(to);
      if (!response.success) return refusal(response.message || i18n.t('Failed to send access code'), true);
      const status = success(response.message || i18n.t('We sent a code to {to}.', { to }));
      const sent = sentCode(to, RESEND_SECONDS);
      return ({ round }) => ({ step: 'verify', status, identifier: to, code: '', sent, round: round + 1 });
    } catch (error) {
      const text = serverMessage(error) ?? i18n.t('An error occurred');
      const seconds = retryAfterSeconds(error);
      if (seconds === undefined) return refusal(text, isClientError(error));
      const status = failure(text);
      const sent = sentCode(to, seconds);
      // For the same identifier, the code sent before is still valid.
      return (now) => ({ status, ...(now.sent?.to === to ? { step: 'verify', sent } : { earlier: sent }) });
    }
  };

  const check = async (identifier: string, code: string): Promise<Change> => {
    try {
      const response = await verifyCode(identifier, code);
      if (!response.success) return refusal(response.message || i18n.t('Invalid code'), true);
      return () => ({ step: 'done', status: success(i18n.t('Login successful! Redirecting...')) });
    } catch (error) {
      const text = serverMessage(error) ?? i18n.t('An error occurred during verification');
      return refusal(text, isClientError(error));
    }
  };

  return {
    state,
    send: (to: string) => void call('send', () => request(to)),
    verify: (text: string) => {
      const { sent } = state;
      if (sent) void call('verify', () => check(sent.to, readAccessCode(text)));
    },
    typeIdentifier: (identifier: string) => change(() => ({ identifier, invalid: false })),
    typeCode: (code: string) => change(() => ({ code, invalid: false })),
    fillIn: (code: string) =>
      change(({ round }) => ({
        status: success(i18n.t('Your code is filled in.')),
        invalid: false,
        code,
        round: round + 1,
      })),
    enterEarlierCode: () =>
      change(({ earlier }) => ({ step: 'verify', status: null, code: '', sent: earlier, earlier: null })),
    goBack: () => {
      current.current = null;
      change(() => ({ step: 'identify', pending: null, status: null, invalid: false }));
    },
  };
};

export type SignInFlow = ReturnType<typeof useSignIn>;
