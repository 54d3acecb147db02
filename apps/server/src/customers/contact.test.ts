import { maskContact, mayReach, normalizeEmail, normalizePhone, readContact } from './contact';

test.each([
  [' Ann@Example.COM ', 'ann@example.com'],
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
  ['call me', 'US', undefined],
  ['+1 202', 'US', undefined],
])('normalizePhone(%j, %j) returns %j', (text, country, phone) =>
  expect(normalizePhone(text, country)).toBe(phone),
);

test('assumes the US, or the first allowed country, for a number without a country code', () => {
  expect(readContact('202 555 0123')?.address).toBe('+12025550123');
  expect(readContact('030 1234567', ['DE', 'AT'])?.address).toBe('+49301234567');
});

test.each([
  ['email', 'ann@example.com', 'a•••@example.com'],
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
