import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import * as v from 'valibot';
import type { MethodName, SentCode } from './sign-in-state';

const sentCodeSchema = v.nullable(v.object({ to: v.string(), resendAt: v.number(), endsAt: v.number() }));

const keptSchema = v.object({
  signIn: v.object({ method: v.picklist(['email', 'phone']), email: sentCodeSchema, phone: sentCodeSchema }),
});

/** What is known of the codes that the customer can enter, and the method in front. No code is in it. */
type KeptSignIn = { method: MethodName } & Record<MethodName, SentCode | null>;

const NOTHING: KeptSignIn = { method: 'email', email: null, phone: null };

/**
 * Reads the sign-in that this entry of the tab's history keeps.
 * @param now in milliseconds since the epoch; a code that has ended is of no use
 */
export const keptSignIn = (state: unknown, now: number): KeptSignIn => {
  const kept = v.safeParse(keptSchema, state);
  if (!kept.success) return NOTHING;
  const usable = (sent: SentCode | null) => (sent && sent.endsAt > now ? sent : null);
  const { method, email, phone } = kept.output.signIn;
  return { method, email: usable(email), phone: usable(phone) };
};

/**
 * Keeps the sign-in in the entry of the tab's history (docs/decisions/084-sign-in-is-kept.md), and the fragment, which
 * may have held a code, out of it.
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
