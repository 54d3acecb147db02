import { isAxiosError } from 'axios';

const statusOf = (error: unknown): number | undefined =>
  isAxiosError(error) ? error.response?.status : undefined;

/** Whether a call failed because nobody is signed in any more (HTTP 401). */
export const isUnauthorized = (error: unknown): boolean => statusOf(error) === 401;

/** Whether the server refused a call for good (HTTP 4xx), so that asking again changes nothing. */
export const isClientError = (error: unknown): boolean => {
  const status = statusOf(error) ?? 0;
  return status >= 400 && status < 500;
};
