import { once } from 'node:events';
import { inTurn } from './turns';

test('work about the same takes turns, also after failed work; other work does not wait', async () => {
  const done: string[] = [];
  const connection = new AbortController();
  const broken = async () => {
    await once(connection.signal, 'abort');
    throw new Error('The connection broke.');
  };
  const first = inTurn('orders-team', broken);
  const second = inTurn('orders-team', async () => done.push('second'));
  await inTurn('letters-team', async () => done.push('another team'));
  expect(done).toEqual(['another team']);
  connection.abort();
  await expect(first).rejects.toThrow('The connection broke.');
  await second;
  expect(done).toEqual(['another team', 'second']);
});
