import { randomBytes } from 'node:crypto';
import { seal, unseal } from './secrets';

const key = randomBytes(32);

test('unseals a text only with the same key and context', () => {
  const sealed = seal(key, '123456', 'message-1');
  expect(unseal(key, sealed, 'message-1')).toBe('123456');
  expect(() => unseal(key, sealed, 'message-2')).toThrow();
  expect(() => unseal(randomBytes(32), sealed, 'message-1')).toThrow();
});
