import { authCheckAfter, http } from '@portal/api';
import { AUTH_CHECK_KEY } from '@portal/contract';
import type { QueryClient } from '@tanstack/react-query';
import type { PortalEvent } from '../embedding';

type Failure = Extract<PortalEvent, { type: 'sign-in-failed' }>['reason'];

/**
 * Exchanges a ticket of the site for a session.
 * @returns why there is none
 */
const exchange = async (ticket: string, isRetry = false): Promise<Failure | undefined> => {
  const { status, data } = await http.post<unknown>(
    '/customer-login/ticket',
    { ticket },
    { validateStatus: () => true },
  );
  // The page was open for long: the answer brought the right CSRF token.
  if (status === 403 && !isRetry) return exchange(ticket, true);
  if (status !== 200) return 'unavailable';
  const isTaken = typeof data === 'object' && data !== null && 'success' in data && data.success === true;
  return isTaken ? undefined : 'refused';
};

/** Takes over the sign-in of the site around the portal, by its tickets. */
export const createHandOver = (queryClient: QueryClient, onEvent: (event: PortalEvent) => void) => {
  const redeem = async (ticket: string): Promise<boolean> => {
    const reason = await exchange(ticket).catch((): Failure => 'unavailable');
    if (reason) onEvent({ type: 'sign-in-failed', reason });
    return !reason;
  };

  return {
    /** While the portal starts: it asks who is signed in once the ticket is exchanged, and shows nothing before. */
    start: (ticket: string): void =>
      void queryClient.fetchQuery({ ...authCheckAfter(redeem(ticket)), staleTime: 0 }).catch(() => undefined),

    /** Later: the portal starts anew with the customer of the ticket. A refused one changes nothing. */
    signIn: async (ticket: string): Promise<boolean> => {
      if (!(await redeem(ticket))) return false;
      queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== AUTH_CHECK_KEY[0] });
      await queryClient.resetQueries({ queryKey: AUTH_CHECK_KEY });
      return true;
    },
  };
};
