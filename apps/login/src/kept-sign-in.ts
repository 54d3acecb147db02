import { useEffect } from 'react';
import { useLocation, useNavigate, type Location } from 'react-router-dom';
import * as v from 'valibot';
import { codeIn } from './code-link';
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

/** The `localStorage` key of a code that was sent by mail, without the code. */
const STORAGE_KEY = 'portal-sign-in';

/** Uses `localStorage`, unless the browser blocks it. */
const inStorage = <Result>(act: (storage: Storage) => Result): Result | undefined => {
  try {
    return act(localStorage);
  } catch {
    return undefined;
  }
};

/** Reads the mailed code that a tab of this browser requested. */
const readStored = (now: number): unknown => {
  const email = inStorage((storage) => JSON.parse(storage.getItem(STORAGE_KEY) ?? 'null') as unknown);
  const { success, output } = v.safeParse(sentCodeSchema, email);
  if (success && output && output.endsAt > now) return { signIn: { method: 'email', email, phone: null } };
  inStorage((storage) => storage.removeItem(STORAGE_KEY));
  return undefined;
};

/**
 * Reads the sign-in from `location.state` of the router. On a fresh visit it is empty, unless the customer followed the
 * link in the mail.
 * @param now in milliseconds since the epoch; expired codes are dropped
 */
export const keptSignIn = ({ hash, state }: Location<unknown>, now: number): KeptSignIn => {
  const stored = readStored(now);
  const kept = v.safeParse(keptSchema, codeIn(hash) ? stored : isFreshVisit() ? undefined : state);
  if (!kept.success) return NOTHING;
  const usable = (sent: SentCode | null) => (sent && sent.endsAt > now ? sent : null);
  const { method, email, phone } = kept.output.signIn;
  return { method, email: usable(email), phone: usable(phone) };
};

/**
 * Writes the sign-in to the current history entry (docs/decisions/061-sessions.md), and a mailed code to
 * `localStorage` for the tab of its link. Removes the fragment from the address, because it may hold a code.
 */
export const useKeepSignIn = (signIn: KeptSignIn): void => {
  const stored = signIn.email && JSON.stringify(signIn.email);
  useEffect(() => {
    if (stored === null) return undefined;
    inStorage((storage) => storage.setItem(STORAGE_KEY, stored));
    // When the sign-in ends, but not when its tab is closed.
    return () => inStorage((storage) => storage.removeItem(STORAGE_KEY));
  }, [stored]);

  const navigate = useNavigate();
  const location = useLocation();
  const { search, hash } = location;
  const wanted = (signIn.email ?? signIn.phone) ? JSON.stringify({ signIn }) : 'null';
  const isKept = hash === '' && wanted === JSON.stringify(location.state ?? null);
  useEffect(() => {
    if (!isKept) void navigate({ search }, { replace: true, state: JSON.parse(wanted) as unknown });
  }, [isKept, wanted, search, navigate]);
};
