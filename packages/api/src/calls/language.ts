import { http } from '../http';

/** POST /language: sets the language of the customer's messages. */
export const chooseLanguage = async ({ language }: { language: string }): Promise<void> => {
  await http.post<unknown>('/language', { language });
};
