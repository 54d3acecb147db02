import { isAxiosError } from 'axios';

/** Whether a call failed because nobody is signed in any more (HTTP 401). */
export const isUnauthorized = (error: unknown): boolean =>
  isAxiosError(error) && error.response?.status === 401;
