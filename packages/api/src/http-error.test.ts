import { testServer } from './testing/test-server';
import type { JsonBodyType } from 'msw';
import { http } from './http';
import { isClientError, isForbidden, isUnauthorized, retryAfterSeconds, serverMessage } from './http-error';

const { respond, cutOff } = testServer();

const errorOf = (call: Promise<unknown>): Promise<unknown> => call.catch((error: unknown) => error);

/** The error of a call that gets this response. */
const failureWith = (body: JsonBodyType, init: ResponseInit): Promise<unknown> => {
  respond('/fails', body, init);
  return errorOf(http.get('/fails'));
};

it.each([
  [300, []],
  [400, [isClientError]],
  [401, [isClientError, isUnauthorized]],
  [403, [isClientError, isForbidden]],
  [499, [isClientError]],
  [500, []],
])('classifies status %i', async (status, expected) => {
  const error = await failureWith({}, { status });
  expect([isClientError, isUnauthorized, isForbidden].filter((is) => is(error))).toEqual(expected);
});

it.each([
  ['0', 0],
  ['3600', 3600],
  ...['Wed, 21 Oct 2026 07:28:00 GMT', '-1', '1.5', '42s', 'soon', ''].map((header): [string, undefined] => [
    header,
    undefined,
  ]),
])('reads the Retry-After header %j as %j', async (header, seconds) => {
  const failure = await failureWith({}, { status: 429, headers: { 'Retry-After': header } });
  expect(retryAfterSeconds(failure)).toBe(seconds);
});

it.each([
  [{ success: false, message: 'Code expired.' }, 'Code expired.'],
  [{ message: '  Code expired. \n' }, 'Code expired.'],
  ...[null, '', 'Bad Gateway', [], {}, { message: null }, { message: '  ' }, { message: 5 }].map(
    (body): [JsonBodyType, undefined] => [body, undefined],
  ),
])('reads the server message of %j as %j', async (body, message) => {
  expect(serverMessage(await failureWith(body, { status: 502 }))).toBe(message);
});

it('reads nothing from an error without a response', async () => {
  cutOff('/fails');
  const errors = [
    await errorOf(http.get('/fails')),
    await errorOf(http.get('/', { signal: AbortSignal.abort() })),
    new Error('A bug'),
    { response: { status: 401, data: { message: 'No axios error' }, headers: { 'retry-after': '5' } } },
    undefined,
  ];
  for (const read of [isClientError, isUnauthorized, isForbidden, retryAfterSeconds, serverMessage])
    expect(errors.filter(read)).toEqual([]);
});
