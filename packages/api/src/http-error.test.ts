import type { JsonBodyType } from 'msw';
import { http } from './http';
import { isClientError, isForbidden, isUnauthorized, retryAfterSeconds, serverMessage } from './http-error';
import { answer, cutOff } from './testing/server';

/** The error of a call that gets this response. */
const failureWith = (body: JsonBodyType, init: ResponseInit): Promise<unknown> => {
  answer('/fails', body, init);
  return http.get('/fails').catch((error: unknown) => error);
};

const unreachable = () => {
  cutOff('/fails');
  return http.get('/fails');
};

/** Errors without a response: no connection, a canceled call, and values that are not axios errors. */
const failuresWithoutResponse = async (): Promise<unknown[]> => [
  await unreachable().catch((error: unknown) => error),
  await http.get('/', { signal: AbortSignal.abort() }).catch((error: unknown) => error),
  new Error('A bug'),
  { response: { status: 401, data: { message: 'No axios error' }, headers: { 'retry-after': '5' } } },
  undefined,
];

describe('the status checks', () => {
  it.each([
    [300, { refused: false, unauthorized: false, forbidden: false }],
    [400, { refused: true, unauthorized: false, forbidden: false }],
    [401, { refused: true, unauthorized: true, forbidden: false }],
    [403, { refused: true, unauthorized: false, forbidden: true }],
    [429, { refused: true, unauthorized: false, forbidden: false }],
    [499, { refused: true, unauthorized: false, forbidden: false }],
    [500, { refused: false, unauthorized: false, forbidden: false }],
    [503, { refused: false, unauthorized: false, forbidden: false }],
  ])('classify %i as %j', async (status, expected) => {
    const error = await failureWith({}, { status });
    expect({
      refused: isClientError(error),
      unauthorized: isUnauthorized(error),
      forbidden: isForbidden(error),
    }).toEqual(expected);
  });

  it('are all false without a response', async () => {
    const errors = await failuresWithoutResponse();
    expect(errors.filter(isClientError)).toEqual([]);
    expect(errors.filter(isUnauthorized)).toEqual([]);
    expect(errors.filter(isForbidden)).toEqual([]);
  });
});

describe('Retry-After', () => {
  const secondsOf = async (headers: HeadersInit) =>
    retryAfterSeconds(await failureWith({ success: false }, { status: 429, headers }));

  it.each([
    ['0', 0],
    ['42', 42],
    ['3600', 3600],
  ])('%s is read as seconds', async (header, seconds) => {
    expect(await secondsOf({ 'Retry-After': header })).toBe(seconds);
  });

  it.each(['Wed, 21 Oct 2026 07:28:00 GMT', '-1', '1.5', '42s', 'soon', ''])(
    '%j is ignored',
    async (header) => {
      expect(await secondsOf({ 'Retry-After': header })).toBeUndefined();
    },
  );

  it('is undefined without the header or a response', async () => {
    expect(await secondsOf({})).toBeUndefined();
    const errors = await failuresWithoutResponse();
    expect(errors.map(retryAfterSeconds)).toEqual(errors.map(() => undefined));
  });
});

describe('the server message', () => {
  it.each([
    ['Code expired.', { success: false, message: 'Code expired.' }],
    ['Code expired.', { message: '  Code expired. \n' }],
  ])('is %j for %j', async (message, body) => {
    expect(serverMessage(await failureWith(body, { status: 400 }))).toBe(message);
  });

  it.each([
    null,
    '',
    'Bad Gateway',
    [],
    {},
    { message: null },
    { message: '' },
    { message: '  ' },
    { message: 5 },
  ])('is undefined for %j', async (body) => {
    expect(serverMessage(await failureWith(body, { status: 502 }))).toBeUndefined();
  });

  it('is undefined without a response', async () => {
    expect((await failuresWithoutResponse()).filter(serverMessage)).toEqual([]);
  });
});
