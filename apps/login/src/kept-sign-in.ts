import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import * as v from 'valibot';
import type { MethodName, SentCode } from './sign-in-state';

const sentCodeSchema = v.nullable(v.object({ to: v.string(), resendAt: v.number(), endsAt: v.number() }));

const keptSchema = v.object({
  signIn: v.object({ method: v.picklist(['email', 'phone']), email: sentCodeSchema, phone: sentCodeSchema }),
});

/** The selected method, and the codes that were sent, without the codes themselves. */
type KeptSignIn = { method: MethodName } & Record<MethodName, SentCode | null>;

const NOTHING: KeptSignIn = { method: 'email', email: null, phone: null };

/**
 * Whether the customer followed a link or typed the address, unlike a reload. Chromium keeps `history.state` even then,
 * if the address is the same.
 */
const isFreshVisit = (): boolean => {
  const [entry] = performance.getEntriesByType('navigation');
  const isDiscarded = 'wasDiscarded' in document && document.wasDiscarded === true;
  return !isDiscarded && entry !== undefined && 'type' in entry && entry.type === 'navigate';
};

/**
 * Reads the sign-in from `location.state` of the router; empty on a fresh visit.
 * @param now in milliseconds since the epoch; expired codes are dropped
 */
export const keptSignIn = (state: unknown, now: number): KeptSignIn => {
  const kept = v.safeParse(keptSchema, state);
  if (!kept.success || isFreshVisit()) return NOTHING;
  const usable = (sent: SentCode | null) => (sent && sent.endsAt > now ? sent : null);
  const { method, email, phone } = kept.output.signIn;
  return { method, email: usable(email), phone: usable(phone) };
};

/**
 * Writes the sign-in to the current history entry (docs/decisions/084-sign-in-is-kept.md), and removes the fragment
 * from the address, because it may hold a code.
 */
export const useKeepSignIn = (signIn: KeptSignIn): void => {
  const navigate = useNavigate();
  const location = useLocation();
  const { search, hash } = location;
  const wanted = (signIn.email ?? signIn.phone) ? JSON.stringify({ signIn }) : 'null';
  const isKept = hash === '' && wanted === JSON.stringify(location.state ?? null);
  useEffect(() => {
    if (!isKept) void navigate({ search }, { replace: true, state: JSON.parse(wanted) as unknown });
  }, [isKept, wanted, search, navigate]);
};
