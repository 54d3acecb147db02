import { isClientError, retryAfterSeconds, serverMessage, type SignInResponse } from '@portal/api';
import type { I18n } from '@portal/texts';
import type { SentCode, SignInEvent } from './sign-in-state';

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
