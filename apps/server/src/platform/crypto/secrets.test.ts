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

test('accepts what another secret made, and makes everything new with the first', () => {
  const [before, rotated] = [createKey(former), createKey(current, former)];
  expect(rotated.verify('text', before.sign('text'))).toBe(true);
  expect(rotated.verify('text', before.sign('other'))).toBe(false);
  expect(rotated.unseal(before.seal('text', 'a'), 'a')).toBe('text');
  expect(key.verify('text', rotated.sign('text'))).toBe(true);
  expect(key.unseal(rotated.seal('text', 'a'), 'a')).toBe('text');
  expect(before.verify('text', rotated.sign('text'))).toBe(false);
});
