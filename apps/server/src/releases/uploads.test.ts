import { inTurn } from './uploads';

test('publications of a team take turns, also after a failed one; other teams do not wait', async () => {
  const done: string[] = [];
  let fail = (_error: Error): void => {};
  const first = inTurn('orders-team', () => new Promise((_, reject) => (fail = reject)));
  const second = inTurn('orders-team', async () => done.push('second'));
  await inTurn('letters-team', async () => done.push('another team'));
  expect(done).toEqual(['another team']);
  fail(new Error('The connection broke.'));
  await expect(first).rejects.toThrow('The connection broke.');
  await second;
  expect(done).toEqual(['another team', 'second']);
});
