import { isAxiosError } from 'axios';
import * as v from 'valibot';

const headersSchema = v.object({ 'retry-after': v.pipe(v.string(), v.digits(), v.transform(Number)) });

/**
 * How many seconds a refused call asks to wait: its `Retry-After` (RFC 9110 section 10.2.3, in the form of
 * seconds, which is the one that servers give for limits).
 */
export const retryAfterSeconds = (error: unknown): number | undefined => {
  const headers = v.safeParse(headersSchema, isAxiosError(error) ? error.response?.headers : undefined);
  return headers.success ? headers.output['retry-after'] : undefined;
};
