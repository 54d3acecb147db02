import { isClientError, retryAfterSeconds, serverMessage, type SignInResponse } from '@portal/api';
import type { I18n } from '@portal/texts';
import { useMutation } from '@tanstack/react-query';
import { useReducer } from 'react';
import { readAccessCode } from './access-code';
import { METHODS } from './methods';
import { signIn, start, type MethodName, type SentCode, type SignInEvent } from './sign-in-state';
import { useI18n } from './texts';

/** The server's interval between two codes, unless a `Retry-After` names another one. */
const RESEND_SECONDS = 60;

/** How long a code is valid. */
const CODE_SECONDS = 600;

const sentCode = (to: string, now: number, resendSeconds: number): SentCode => ({
  to,
  resendAt: now + resendSeconds * 1000,
  endsAt: now + CODE_SECONDS * 1000,
});

/*
 * Turns the responses of the sign-in calls into events with the messages of the error catalog (specification
 * section 8). `to` is the identifier that the call was sent for, `now` is in milliseconds since the epoch. The
 * server's messages are in the language of the call.
 */

export const codeRequestResponded = (
  to: string,
  { success, message }: SignInResponse,
  now: number,
  i18n: I18n,
): SignInEvent =>
  success
    ? {
        type: 'code-sent',
        sent: sentCode(to, now, RESEND_SECONDS),
        text: message || i18n.t('We sent a code to {to}.', { to }),
      }
    : { type: 'refused', text: message || i18n.t('Failed to send access code'), invalid: true };

export const codeRequestFailed = (to: string, error: unknown, now: number, i18n: I18n): SignInEvent => {
  const text = serverMessage(error) ?? i18n.t('An error occurred');
  const seconds = retryAfterSeconds(error);
  return seconds === undefined
    ? { type: 'refused', text, invalid: isClientError(error) }
    : { type: 'code-not-due', sent: sentCode(to, now, seconds), text };
};

export const verificationResponded = ({ success, message }: SignInResponse, i18n: I18n): SignInEvent =>
  success
    ? { type: 'verified', text: i18n.t('Login successful! Redirecting...') }
    : { type: 'refused', text: message || i18n.t('Invalid code'), invalid: true };

export const verificationFailed = (error: unknown, i18n: I18n): SignInEvent => ({
  type: 'refused',
  text: serverMessage(error) ?? i18n.t('An error occurred during verification'),
  invalid: isClientError(error),
});

/**
 * The login flow of one method, and its calls. `goBack` discards the response of a pending call.
 * @param sent the code that was sent before the page was reloaded
 * @param problem the error message to start with
 */
export const useSignIn = (method: MethodName, sent: SentCode | null, problem?: string) => {
  const i18n = useI18n();
  const [state, dispatch] = useReducer(signIn, { sent, problem }, start);
  const { requestCode, verifyCode } = METHODS[method];
  const sending = useMutation({ mutationFn: requestCode });
  const verifying = useMutation({ mutationFn: verifyCode });

  const send = (to: string) => {
    dispatch({ type: 'called', pending: 'send' });
    sending.mutate(to, {
      onSuccess: (response) => dispatch(codeRequestResponded(to, response, Date.now(), i18n)),
      onError: (error) => dispatch(codeRequestFailed(to, error, Date.now(), i18n)),
    });
  };

  const verify = (text: string) => {
    if (!state.sent) return;
    const code = readAccessCode(text);
    dispatch({ type: 'called', pending: 'verify' });
    const verification = { identifier: state.sent.to, code };
    verifying.mutate(verification, {
      onSuccess: (response) => dispatch(verificationResponded(response, i18n)),
      onError: (error) => dispatch(verificationFailed(error, i18n)),
    });
  };

  return {
    state,
    send,
    verify,
    typeIdentifier: (text: string) => dispatch({ type: 'typed', field: 'identifier', text }),
    typeCode: (text: string, isByHand: boolean) => dispatch({ type: 'typed', field: 'code', text, isByHand }),
    fillIn: (code: string) =>
      dispatch({ type: 'code-arrived', code, text: i18n.t('Your code is filled in.') }),
    enterEarlierCode: () => dispatch({ type: 'has-code' }),
    goBack: () => {
      sending.reset();
      verifying.reset();
      dispatch({ type: 'went-back' });
    },
  };
};

export type SignInFlow = ReturnType<typeof useSignIn>;
