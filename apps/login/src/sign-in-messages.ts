import { retryAfterSeconds, serverMessage, type SignInResponse } from '@portal/api';
import type { SignInEvent } from './sign-in-state';

/** The server's interval between two codes, unless a `Retry-After` names another one. */
const RESEND_SECONDS = 60;

const after = (now: number, seconds: number): number => now + seconds * 1000;

/*
 * Turns the responses of the sign-in calls into events with the messages of the error catalog (specification
 * section 8). `to` is the identifier that the call was sent for, `now` is in milliseconds since the epoch.
 */

export const codeRequestAnswered = (
  to: string,
  { success, message }: SignInResponse,
  now: number,
): SignInEvent =>
  success
    ? {
        type: 'code-sent',
        to,
        text: message || `We sent a code to ${to}.`,
        resendAt: after(now, RESEND_SECONDS),
      }
    : { type: 'refused', text: message || 'Failed to send access code' };

export const codeRequestFailed = (to: string, error: unknown, now: number): SignInEvent => {
  const text = serverMessage(error) ?? 'An error occurred';
  const seconds = retryAfterSeconds(error);
  return seconds === undefined
    ? { type: 'refused', text }
    : { type: 'code-not-due', to, text, resendAt: after(now, seconds) };
};

export const verificationAnswered = ({ success, message }: SignInResponse): SignInEvent =>
  success ? { type: 'verified' } : { type: 'refused', text: message || 'Invalid code' };

export const verificationFailed = (error: unknown): SignInEvent => ({
  type: 'refused',
  text: serverMessage(error) ?? 'An error occurred during verification',
});
