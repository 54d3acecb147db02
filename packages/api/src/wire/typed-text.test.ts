import { withAsciiDigits, withoutInvisible } from './typed-text';

test('strips the characters that nobody sees, and spaces around them', () => {
  const invisible =
    '\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200b\u200c\u200d\u200e\u200f\ufeff\u00ad\u2060\u061c';
  expect(withoutInvisible(`${invisible}\u00a0ann${invisible}@example.com \u200e`)).toBe('ann@example.com');
});

test('writes the digits of every script as 0 to 9', () => {
  const all = Array.from({ length: 0x110000 }, (_, point) => String.fromCodePoint(point));
  const digits = all.filter((one) => /\p{Nd}/u.test(one));
  expect(withAsciiDigits(digits.join(''))).toBe('0123456789'.repeat(digits.length / 10));
});
