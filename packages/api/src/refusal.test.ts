import { isClientError, isUnauthorized } from './refusal';
import { failureWith, withoutAnswer } from './testing/failure';

it.each([
  [300, { refused: false, unauthorized: false }],
  [400, { refused: true, unauthorized: false }],
  [401, { refused: true, unauthorized: true }],
  [403, { refused: true, unauthorized: false }],
  [429, { refused: true, unauthorized: false }],
  [499, { refused: true, unauthorized: false }],
  [500, { refused: false, unauthorized: false }],
  [503, { refused: false, unauthorized: false }],
])('%i: %j', async (status, expected) => {
  const error = await failureWith({}, { status });
  expect({ refused: isClientError(error), unauthorized: isUnauthorized(error) }).toEqual(expected);
});

it('nothing is refused without an answer', async () => {
  const errors = await withoutAnswer();
  expect(errors.filter(isClientError)).toEqual([]);
  expect(errors.filter(isUnauthorized)).toEqual([]);
});
