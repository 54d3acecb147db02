import { inStorage } from '@portal/contract';
import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import * as v from 'valibot';
import { codeIn } from './code-link';

/** A code that was sent, without the code. Times are in milliseconds since the epoch. */
const sentCodeSchema = v.object({
  to: v.string(),
  /** When the server accepts the next request. */
  resendAt: v.number(),
  /** When the code expires. */
  endsAt: v.number(),
});

export type SentCode = v.InferOutput<typeof sentCodeSchema>;

const keptSchema = v.object({
  method: v.picklist(['email', 'phone']),
  email: v.nullable(sentCodeSchema),
  phone: v.nullable(sentCodeSchema),
  /** The query of the sign-in page, which says where the customer was going. */
  search: v.optional(v.string(), ''),
});

/** The selected method, the codes that were sent, without the codes themselves, and where the customer was going. */
type KeptSignIn = v.InferOutput<typeof keptSchema>;

const NOTHING: KeptSignIn = { method: 'email', email: null, phone: null, search: '' };

/** Unlike a reload. A phone may have discarded the page while its owner looked for the code. */
const isFreshVisit = (): boolean => {
  const [entry] = performance.getEntriesByType('navigation');
  const isDiscarded = 'wasDiscarded' in document && document.wasDiscarded === true;
  return !isDiscarded && entry !== undefined && 'type' in entry && entry.type === 'navigate';
};

const STORAGE_KEY = 'portal-sign-in';

/** `sessionStorage` is this tab's, also after a reload. `localStorage` is for the tab that the link in the mail opens. */
type Place = 'sessionStorage' | 'localStorage';

const forget = (place: Place): void => inStorage((storage) => storage.removeItem(STORAGE_KEY), place);

const readKept = (place: Place, now: number): KeptSignIn => {
  const read = (storage: Storage) =>
    v.parse(keptSchema, JSON.parse(storage.getItem(STORAGE_KEY) ?? 'null') as unknown);
  const usable = (sent: SentCode | null) => (sent && sent.endsAt > now ? sent : null);
  // An invalid entry is none.
  const kept = inStorage(read, place) ?? NOTHING;
  return { ...kept, email: usable(kept.email), phone: usable(kept.phone) };
};

const forgetExpired = (place: Place): void => {
  const { email, phone } = readKept(place, Date.now());
  if (!email && !phone) forget(place);
};

/** Reads the pending sign-in of this tab. A fresh visit starts over, unless it follows the link in the mail. */
export const keptSignIn = (hash: string, now: number): KeptSignIn => {
  const [ofTab, mailed] = [readKept('sessionStorage', now), readKept('localStorage', now)];
  if (codeIn(hash) !== null) return mailed;
  return isFreshVisit() ? NOTHING : ofTab;
};

/** Keeps a sign-in until it ends; one without a code is not kept. */
const useStored = (place: Place, signIn: KeptSignIn): void => {
  const kept = (signIn.email ?? signIn.phone) ? JSON.stringify(signIn) : null;
  useEffect(() => {
    if (kept === null) return undefined;
    inStorage((storage) => storage.setItem(STORAGE_KEY, kept), place);
    return () => forget(place);
  }, [place, kept]);
};

/** Keeps the sign-in, and a mailed code longer than its tab. Removes the fragment, which may hold a code. */
export const useKeepSignIn = (signIn: KeptSignIn): void => {
  useEffect(() => {
    forgetExpired('sessionStorage');
    forgetExpired('localStorage');
  }, []);
  useStored('sessionStorage', signIn);
  useStored('localStorage', { ...NOTHING, email: signIn.email, search: signIn.search });

  const navigate = useNavigate();
  const { hash } = useLocation();
  useEffect(() => {
    if (hash) void navigate({ search: signIn.search }, { replace: true });
  }, [hash, signIn.search, navigate]);
};
