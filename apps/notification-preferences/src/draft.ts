import type { NotificationEvents, NotificationPreferences } from '@portal/api';
import { inStorage } from '@portal/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

/** What the form saves: how the customer is written to, and what about. */
const NAMES = ['email', 'sms', 'status', 'entries', 'visits'] as const;

/** The choices that were changed. */
export type Draft = Partial<NotificationPreferences & NotificationEvents>;

/** Whether a choice differs from the stored ones. */
export const isUnsaved = (draft: Draft, saved: Draft): boolean =>
  NAMES.some((name) => draft[name] !== undefined && draft[name] !== saved[name]);

const QUERY_KEY = ['unsaved-notification-preferences'];
const STORAGE_KEY = 'portal-kept-preferences';

/** Keeps the draft that is being saved: a sign-in may leave the page, and a phone may discard it. */
export const keepDraft = (draft: Draft): void => {
  const kept = new URLSearchParams(Object.entries(draft).map(([name, chosen]) => [name, String(chosen)]));
  inStorage((storage) => storage.setItem(STORAGE_KEY, kept.toString()), 'sessionStorage');
};

/** Ends `keepDraft`: the save has ended, or its draft is in memory again. */
export const forgetDraft = (): void =>
  inStorage((storage) => storage.removeItem(STORAGE_KEY), 'sessionStorage');

/** The draft whose save was interrupted, if there is one. */
const keptDraft = (): Draft => {
  const text = inStorage((storage) => storage.getItem(STORAGE_KEY), 'sessionStorage');
  const kept = new URLSearchParams(text ?? '');
  const names = NAMES.filter((name) => kept.has(name));
  return Object.fromEntries(names.map((name) => [name, kept.get(name) === 'true']));
};

/** The changes that are not saved, which start with an interrupted save. Like every response, they end with the session. */
export const useDraft = () => {
  const queryClient = useQueryClient();
  const { data } = useQuery({
    queryKey: QUERY_KEY,
    queryFn: keptDraft,
    initialData: keptDraft,
    // The server is never asked for it.
    enabled: false,
    staleTime: Infinity,
  });
  // The draft is in memory now; the next visit must not restore it again.
  useEffect(forgetDraft, []);
  // The cache tells its readers in a later task: a checkbox that showed only that would spring back until then.
  const [draft, showDraft] = useState(data);
  const setDraft = (changed: Draft): void => {
    showDraft(changed);
    queryClient.setQueryData<Draft>(QUERY_KEY, changed);
  };
  return [draft, setDraft] as const;
};
