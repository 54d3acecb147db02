import type { NotificationPreferences } from '@portal/api';
import { inStorage } from '@portal/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

type Draft = Partial<NotificationPreferences>;

const QUERY_KEY = ['unsaved-notification-preferences'];
const STORAGE_KEY = 'portal-kept-preferences';

/** Keeps the choice that is being saved: a sign-in may leave the page, and a phone may discard it. */
export const keepChoice = ({ email, sms }: NotificationPreferences): void => {
  const words = `${email ? 'email' : ''} ${sms ? 'sms' : ''}`;
  inStorage((storage) => storage.setItem(STORAGE_KEY, words), 'sessionStorage');
};

export const forgetChoice = (): void =>
  inStorage((storage) => storage.removeItem(STORAGE_KEY), 'sessionStorage');

/** The choice whose save was interrupted, if there is one. */
const keptChoice = (): Draft => {
  const words = inStorage((storage) => storage.getItem(STORAGE_KEY), 'sessionStorage')?.split(' ');
  return words ? { email: words.includes('email'), sms: words.includes('sms') } : {};
};

/** The changes that are not saved, which start with an interrupted save. Like every response, they end with the session. */
export const useDraft = () => {
  const queryClient = useQueryClient();
  const { data } = useQuery({
    queryKey: QUERY_KEY,
    queryFn: keptChoice,
    initialData: keptChoice,
    // The server is never asked for it.
    enabled: false,
    staleTime: Infinity,
  });
  // The draft holds the choice now; the next visit must not restore it again.
  useEffect(forgetChoice, []);
  // The cache tells its readers in a later task: a checkbox that showed only that would spring back until then.
  const [draft, showDraft] = useState(data);
  const setDraft = (changed: Draft): void => {
    showDraft(changed);
    queryClient.setQueryData<Draft>(QUERY_KEY, changed);
  };
  return [draft, setDraft] as const;
};
