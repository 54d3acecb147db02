import { http } from '@portal/api';
import type { PortalEvent } from 'embed/contract';

type FailureReason = Extract<PortalEvent, { type: 'sign-in-failed' }>['reason'];

/** @returns why the exchange failed; undefined if it succeeded */
const exchange = async (ticket: string, isRetry = false): Promise<FailureReason | undefined> => {
  const { status } = await http.post<unknown>(
    '/customer-login/ticket',
    { ticket },
    { validateStatus: () => true },
  );
  // The CSRF token was out of date; this response brought a new one.
  if (status === 403 && !isRetry) return exchange(ticket, true);
  if (status === 401) return 'refused';
  return status === 200 ? undefined : 'unavailable';
};

/** Exchanges a ticket for a session. @returns whether it was accepted; otherwise emits `sign-in-failed` */
export const redeemTicket = async (
  ticket: string,
  onEvent: (event: PortalEvent) => void,
): Promise<boolean> => {
  const reason = await exchange(ticket).catch((): FailureReason => 'unavailable');
  if (reason) onEvent({ type: 'sign-in-failed', reason });
  return !reason;
};
