import { http } from '../http';

/** POST /language: the customer's messages are in this language from now on. */
export const chooseLanguage = async ({ language }: { language: string }): Promise<void> => {
  await http.post<unknown>('/language', { language });
};
