import type { JsonBodyType } from 'msw';
import { http } from '../http';
import { answer, cutOff } from './server';

/** The error that a call fails with when it is answered like this. */
export const failureWith = (body: JsonBodyType, init: ResponseInit): Promise<unknown> => {
  answer('/fails', body, init);
  return http.get('/fails').catch((error: unknown) => error);
};

const unreachable = () => {
  cutOff('/fails');
  return http.get('/fails');
};

/** The errors that come without an answer: no connection, given up, and what is no failed call at all. */
export const withoutAnswer = async (): Promise<unknown[]> => [
  await unreachable().catch((error: unknown) => error),
  await http.get('/', { signal: AbortSignal.abort() }).catch((error: unknown) => error),
  new Error('An error of the program'),
  { response: { status: 401, data: { message: 'Not of a call' }, headers: { 'retry-after': '5' } } },
  undefined,
];
