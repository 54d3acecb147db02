import { randomBytes } from 'node:crypto';
import { createKey } from './secrets';

const [former, current] = [randomBytes(32), randomBytes(32)];
const key = createKey(current);

test('unseals a text only with the same key and context', () => {
  const sealed = key.seal('123456', 'message-1');
  expect(key.unseal(sealed, 'message-1')).toBe('123456');
  expect(key.unseal(sealed, 'message-2')).toBeUndefined();
  expect(createKey(former).unseal(sealed, 'message-1')).toBeUndefined();
  for (const other of ['', 'x', sealed.slice(4)]) expect(key.unseal(other, 'message-1')).toBeUndefined();
});
