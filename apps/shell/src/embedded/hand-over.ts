import { http } from '@portal/api';
import type { PortalEvent } from '../embedding';

type Failure = Extract<PortalEvent, { type: 'sign-in-failed' }>['reason'];

/** @returns why there is no session */
const exchange = async (ticket: string, isRetry = false): Promise<Failure | undefined> => {
  const { status } = await http.post<unknown>(
    '/customer-login/ticket',
    { ticket },
    { validateStatus: () => true },
  );
  // The page was open for long: the answer brought the right CSRF token.
  if (status === 403 && !isRetry) return exchange(ticket, true);
  if (status === 401) return 'refused';
  return status === 200 ? undefined : 'unavailable';
};

/**
 * Exchanges a ticket of the site around the portal for a session.
 * @returns whether the portal took it; otherwise the site is told
 */
export const redeem = async (ticket: string, onEvent: (event: PortalEvent) => void): Promise<boolean> => {
  const reason = await exchange(ticket).catch((): Failure => 'unavailable');
  if (reason) onEvent({ type: 'sign-in-failed', reason });
  return !reason;
};
