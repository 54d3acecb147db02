import { retryAfterSeconds, serverMessage, type SignInResponse } from '@portal/api';
import type { SignInEvent } from './sign-in-state';

/** Seconds between two codes, as the server counts them; a refusal that names another number overrules it. */
const RESEND_SECONDS = 60;

const after = (now: number, seconds: number): number => now + seconds * 1000;

/*
 * What the answers to the sign-in calls mean to the flow, in the words of the error catalogue (specification
 * section 8). `to` is the identifier that was asked for, `now` in milliseconds since the epoch.
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
