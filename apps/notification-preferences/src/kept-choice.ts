import type { NotificationPreferences } from '@portal/api';

const KEY = 'portal-kept-preferences';

/** Uses `sessionStorage`; where the browser blocks it, the customer chooses again. */
const inStorage = <Result>(act: (storage: Storage) => Result): Result | undefined => {
  try {
    return act(sessionStorage);
  } catch {
    return undefined;
  }
};

/** Keeps the choice that is being saved: a sign-in may leave the page, and a phone may discard it. */
export const keepChoice = ({ email, sms }: NotificationPreferences): void =>
  inStorage((storage) => storage.setItem(KEY, `${email ? 'email' : ''} ${sms ? 'sms' : ''}`));

export const forgetChoice = (): void => inStorage((storage) => storage.removeItem(KEY));

/** The choice whose save was interrupted, if there is one. */
export const keptChoice = (): NotificationPreferences | undefined => {
  const words = inStorage((storage) => storage.getItem(KEY))?.split(' ');
  return words && { email: words.includes('email'), sms: words.includes('sms') };
};
