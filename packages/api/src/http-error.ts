import { isAxiosError } from 'axios';
import * as v from 'valibot';

const responseOf = (error: unknown) => (isAxiosError(error) ? error.response : undefined);

const httpStatus = (error: unknown): number | undefined => responseOf(error)?.status;

/** HTTP 401: nobody is signed in, or the session has ended. */
export const isUnauthorized = (error: unknown): boolean => httpStatus(error) === 401;

/** HTTP 403: the server refused this call from this browser. */
export const isForbidden = (error: unknown): boolean => httpStatus(error) === 403;

/** HTTP 4xx: the server refused the call; a retry would be refused as well. */
export const isClientError = (error: unknown): boolean => {
  const status = httpStatus(error) ?? 0;
  return status >= 400 && status < 500;
};

const headersSchema = v.object({ 'retry-after': v.pipe(v.string(), v.digits(), v.transform(Number)) });

/** The seconds of a `Retry-After` header (RFC 9110, section 10.2.3). Its date form is not read. */
export const retryAfterSeconds = (error: unknown): number | undefined => {
  const headers = v.safeParse(headersSchema, responseOf(error)?.headers);
  return headers.success ? headers.output['retry-after'] : undefined;
};

const bodySchema = v.object({ message: v.pipe(v.string(), v.trim(), v.minLength(1)) });

/** The "server message" of specification section 8: the `message` of a failed call's response, if any. */
export const serverMessage = (error: unknown): string | undefined => {
  const body = v.safeParse(bodySchema, responseOf(error)?.data);
  return body.success ? body.output.message : undefined;
};
