import { catalogFaults } from './catalog-faults';

const TEXTS = ['We sent a code to {contact}.', 'Log out'];
const faultsOf = (catalog: Record<string, string>) =>
  catalogFaults(TEXTS, new Map(Object.entries({ 'Log out': 'Abmelden', ...catalog })));

test.each(['Ein Code ist an {contact} unterwegs.', ''])('the translation %j is no fault', (translation) => {
  expect(faultsOf({ 'We sent a code to {contact}.': translation })).toEqual([]);
});

test('names texts that nobody has extracted, and texts that are gone', () => {
  expect(faultsOf({ 'No orders yet': 'Noch keine Aufträge' })).toEqual([
    '"We sent a code to {contact}." is not in the catalog',
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
