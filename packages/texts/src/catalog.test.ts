import { compileCatalog } from './compile-catalog';
import { translated } from './catalog';
import { ENGLISH } from './i18n';

const ORDERS = '{count, plural, one {# order} other {# orders}}';

describe('English, without a catalog', () => {
  test.each([
    ['We sent a code to {to}.', { to: 'ann@example.com' }, 'We sent a code to ann@example.com.'],
    [ORDERS, { count: 1 }, '1 order'],
    [ORDERS, { count: 1200 }, '1,200 orders'],
    [
      'Hello {name}, {count, plural, one {# order} other {# orders}}.',
      { name: 'Ann', count: 2 },
      'Hello Ann, 2 orders.',
    ],
  ])('formats "%s"', (text, values, words) => expect(ENGLISH.t(text, values)).toBe(words));
});

describe('a catalog', () => {
  const german = translated(
    'de',
    compileCatalog({ 'Send Code': 'Code senden', 'To {contact}': 'An {contact}' }),
  );

  it('translates, and fills in values', () => {
    expect(german.t('Send Code')).toBe('Code senden');
    expect(german.t('To {contact}', { contact: 'ann@example.com' })).toBe('An ann@example.com');
  });

  it('falls back to English for a missing text', () => {
    expect(german.t('Hello {name}', { name: 'Ann' })).toBe('Hello Ann');
  });

  it('uses the plural forms of its language', () => {
    const arabic = translated(
      'ar',
      compileCatalog({ [ORDERS]: '{count, plural, one {طلب} two {طلبان} few {# طلبات} other {# طلبًا}}' }),
    );
    expect([1, 2, 3].map((count) => arabic.t(ORDERS, { count }))).toEqual([
      'طلب',
      'طلبان',
      expect.stringMatching(/^.+ طلبات$/),
    ]);
  });

  it('isolates values in right-to-left text', () => {
    const arabic = translated('ar', compileCatalog({ 'To {contact}': 'إلى {contact}' }));
    expect(arabic.t('To {contact}', { contact: '+1 202' })).toBe('إلى \u2068+1 202\u2069');
  });
});
