import { compileMessage } from '@lingui/message-utils/compileMessage';
import { createI18n } from './i18n';

const ORDERS = '{count, plural, one {# order} other {# orders}}';
const CONTACT = 'To {contact}';

/** The texts in a language with these translations, compiled as Lingui's command compiles catalogs. */
const inLanguage = (language: string, translations: Record<string, string>) =>
  createI18n(
    language,
    Object.fromEntries(
      Object.entries(translations).map(([text, translation]) => [text, compileMessage(translation)]),
    ),
  );

test.each([
  ['de', CONTACT, 'An {contact}', { contact: 'ann@example.com' }, 'An ann@example.com'],
  ['en', ORDERS, ORDERS, { count: 1200 }, '1,200 orders'],
])('in %s, formats "%s"', (language, text, translation, values, words) =>
  expect(inLanguage(language, { [text]: translation }).t(text, values)).toBe(words),
);

it('uses the plural forms of its language', () => {
  const arabic = inLanguage('ar', {
    [ORDERS]: '{count, plural, one {طلب} two {طلبان} few {# طلبات} other {# طلبًا}}',
  });
  expect([1, 2, 3].map((count) => arabic.t(ORDERS, { count }))).toEqual([
    'طلب',
    'طلبان',
    expect.stringMatching(/^.+ طلبات$/),
  ]);
});

it('isolates values in right-to-left text', () => {
  const arabic = inLanguage('ar', { [CONTACT]: 'إلى {contact}' });
  expect(arabic.t(CONTACT, { contact: '+1 202' })).toBe('إلى \u2068+1 202\u2069');
});
