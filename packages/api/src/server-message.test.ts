import { serverMessage } from './server-message';
import { failureWith, withoutAnswer } from './testing/failure';

it.each([
  ['Code expired.', { success: false, message: 'Code expired.' }],
  ['Code expired.', { message: '  Code expired. \n' }],
])('finds %j in %j', async (message, body) => {
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
])('finds none in %j', async (body) => {
  expect(serverMessage(await failureWith(body, { status: 502 }))).toBeUndefined();
});

it('finds none without an answer', async () => {
  expect((await withoutAnswer()).filter(serverMessage)).toEqual([]);
});
