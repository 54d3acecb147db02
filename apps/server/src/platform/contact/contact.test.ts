import { maskContact, mayReach, normalizeEmail, normalizePhone, readContact } from './contact';

test.each([
  [' Ann@Example.COM ', 'ann@example.com'],
  ['ann@müller.example', 'ann@xn--mller-kva.example'],
  ['ann@müller.example..', 'ann@xn--mller-kva.example'],
  ['Ann@MÜLLER.example.', 'ann@xn--mller-kva.example'],
  ['ann@mu\u0308ller.example', 'ann@xn--mller-kva.example'],
  ['ann@xn--mller-kva.example', 'ann@xn--mller-kva.example'],
  ['ann@straße.example', 'ann@xn--strae-oqa.example'],
  ['ann@münchen。example', 'ann@xn--mnchen-3ya.example'],
  ['ａｎｎ＠ｅｘａｍｐｌｅ．ｃｏｍ', 'ann@example.com'],
  ['rene\u0301@example.com', 'ren\u00e9@example.com'],
  ['\u202aann@example.com\u202c', 'ann@example.com'],
  ['\ufeffann\u200b@exam\u00adple.com\u00a0\u200e', 'ann@example.com'],
  ['ann@example.com/path', undefined],
  ['ann@example.com?x', undefined],
  ['ann@ex%61mple.com', undefined],
  ['ann@.', undefined],
  ['ann@', undefined],
  ['ann@example.com, bob@example.com', undefined],
  ['ann@example.com\r\nbcc:bob@example.com', undefined],
  ['ann\0@example.com', undefined],
  ['ann\ud800@example.com', undefined],
  [`${'a'.repeat(250)}@example.com`, undefined],
])('normalizeEmail(%j) returns %j', (text, email) => expect(normalizeEmail(text)).toBe(email));

test.each([
  ['+1 (202) 555-0123', undefined, '+12025550123'],
  ['202-555-0123', 'US', '+12025550123'],
  ['202-555-0123', undefined, undefined],
  ['00 1 202 555 0123', 'US', '+12025550123'],
  ['0044 20 7946 0018', undefined, '+442079460018'],
  ['(+44) 20 7946 0018', undefined, '+442079460018'],
  ['(0044) 20 7946 0018', 'US', '+442079460018'],
  ['\u202a+1 202 555 0123\u202c', undefined, '+12025550123'],
  ['+1\u202f202\u2009555\u2011\u200b0123\u00a0', undefined, '+12025550123'],
  ['+١ ٢٠٢ ٥٥٥ ٠١٢٣', undefined, '+12025550123'],
  ['۲۰۲ ۵۵۵ ۰۱۲۳', 'US', '+12025550123'],
  ['+१ २०२ ५५५ ०१२३', undefined, '+12025550123'],
  ['＋１（２０２）５５５－０１２３', undefined, '+12025550123'],
  ['٠٠١ ٢٠٢ ٥٥٥ ٠١٢٣', undefined, '+12025550123'],
  ['011 44 20 7946 0018', 'US', '+442079460018'],
  ['+52 1 55 1234 5678', undefined, '+525512345678'],
  ['+52-1-(55) 1234-5678', undefined, '+525512345678'],
  ['+52 55 1234 5678', undefined, '+525512345678'],
  ['044 55 1234 5678', 'MX', '+525512345678'],
  ['+54 9 11 2345 6789', undefined, '+5491123456789'],
  ['011 15 2345 6789', 'AR', '+5491123456789'],
  ['+52 1 55 1234 5678 ext. 5', undefined, undefined],
  ['call me', 'US', undefined],
  ['+1 202', 'US', undefined],
])('normalizePhone(%j, %j) returns %j', (text, country, phone) =>
  expect(normalizePhone(text, country)).toBe(phone),
);

test.each([
  ['ann＠müller.example', { channel: 'email', address: 'ann@xn--mller-kva.example' }],
  ['\u2066+1 202 555 0123\u2069', { channel: 'sms', address: '+12025550123' }],
  ['nobody', undefined],
])('operators find %j as %j', (text, contact) => expect(readContact(text)).toEqual(contact));

test('assumes the US, or the first allowed country, for a number without a country code', () => {
  expect(readContact('202 555 0123')?.address).toBe('+12025550123');
  expect(readContact('030 1234567', ['DE', 'AT'])?.address).toBe('+49301234567');
});

test.each([
  ['email', 'ann@example.com', 'a•••@example.com'],
  ['email', 'ann@xn--mller-kva.example', 'a•••@müller.example'],
  ['sms', '+12025550123', '•••• 0123'],
] as const)('masks the %s contact %s as %s', (channel, address, masked) =>
  expect(maskContact({ channel, address })).toBe(masked),
);

test('allows messages to any email address, but only to numbers of the allowed countries', () => {
  const british = { channel: 'sms', address: '+442079460018' } as const;
  expect(mayReach(british)).toBe(true);
  expect(mayReach(british, ['GB'])).toBe(true);
  expect(mayReach(british, ['US'])).toBe(false);
  expect(mayReach({ channel: 'email', address: 'ann@example.co.uk' }, ['US'])).toBe(true);
});
