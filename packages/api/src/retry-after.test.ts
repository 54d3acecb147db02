import { retryAfterSeconds } from './retry-after';
import { failureWith, withoutAnswer } from './testing/failure';

const secondsOf = async (headers: HeadersInit) =>
  retryAfterSeconds(await failureWith({ success: false }, { status: 429, headers }));

it.each([
  ['0', 0],
  ['42', 42],
  ['3600', 3600],
])('reads %s as seconds', async (header, seconds) => {
  expect(await secondsOf({ 'Retry-After': header })).toBe(seconds);
});

it.each(['Wed, 21 Oct 2026 07:28:00 GMT', '-1', '1.5', '42s', 'soon', ''])(
  'reads nothing from %j',
  async (header) => {
    expect(await secondsOf({ 'Retry-After': header })).toBeUndefined();
  },
);

it('reads nothing where there is no such header', async () => {
  expect(await secondsOf({})).toBeUndefined();
  const errors = await withoutAnswer();
  expect(errors.map(retryAfterSeconds)).toEqual(errors.map(() => undefined));
});
