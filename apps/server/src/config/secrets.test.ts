import { randomBytes } from 'node:crypto';
import { createKey } from './secrets';

const key = createKey(randomBytes(32));

test('unseals a text only with the same key and context', () => {
  const sealed = key.seal('123456', 'message-1');
  expect(key.unseal(sealed, 'message-1')).toBe('123456');
  expect(key.unseal(sealed, 'message-2')).toBeUndefined();
  expect(createKey(randomBytes(32)).unseal(sealed, 'message-1')).toBeUndefined();
  for (const other of ['', 'x', sealed.slice(4)]) expect(key.unseal(other, 'message-1')).toBeUndefined();
});
