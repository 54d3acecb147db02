import type { NotificationPreferences } from '@portal/api';
import * as v from 'valibot';

const KEY = 'portal-kept-preferences';

const choiceSchema = v.pipe(v.string(), v.parseJson(), v.object({ email: v.boolean(), sms: v.boolean() }));

/**
 * Stores a choice in `sessionStorage` while it is saved. If the session ends meanwhile, the form restores the choice
 * after the sign-in, even if the browser has discarded the page.
 */
export const keepChoice = ({ email, sms }: NotificationPreferences): void => {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ email, sms }));
  } catch {
    // Without storage, the customer chooses again.
  }
};

export const forgetChoice = (): void => {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Without storage, there is nothing to forget.
  }
};

/** The choice whose save was interrupted; undefined without one, or if the entry is invalid. */
export const keptChoice = (): NotificationPreferences | undefined => {
  try {
    const kept = v.safeParse(choiceSchema, sessionStorage.getItem(KEY));
    return kept.success ? kept.output : undefined;
  } catch {
    return undefined;
  }
};
