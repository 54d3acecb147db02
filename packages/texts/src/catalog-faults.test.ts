import { catalogFaults } from './catalog-faults';

const TEXTS = ['We sent a code to {contact}.', 'Log out'];
const faultsOf = (catalog: Record<string, string>) =>
  catalogFaults(TEXTS, new Map(Object.entries({ 'Log out': 'Abmelden', ...catalog })));

test('a complete catalog has no fault', () => {
  expect(faultsOf({ 'We sent a code to {contact}.': 'Ein Code ist an {contact} unterwegs.' })).toEqual([]);
});

test('a corrected text names the translation of the text that it replaces', () => {
  expect(faultsOf({ 'We sended a code to {contact}.': 'Ein Code ist an {contact} unterwegs.' })).toEqual([
    '"We sent a code to {contact}." has no translation',
    '  "We sended a code to {contact}.", which it may replace, has: "Ein Code ist an {contact} unterwegs."',
    '"We sended a code to {contact}." is no longer in the code',
  ]);
});

test('another text is not named as replaced', () => {
  expect(faultsOf({ 'No orders yet': 'Noch keine Aufträge' })).toEqual([
    '"We sent a code to {contact}." has no translation',
    '"No orders yet" is no longer in the code',
  ]);
});

test.each([
  ['Ein Code ist unterwegs.', 'has a translation with other placeholders'],
  ['Ein Code ist an {contact unterwegs.', 'has a translation that is not valid ICU MessageFormat'],
])('the translation %j %s', (translation, fault) => {
  expect(faultsOf({ 'We sent a code to {contact}.': translation })).toEqual([
    expect.stringContaining(`"We sent a code to {contact}." ${fault}: "${translation}"`),
  ]);
});
