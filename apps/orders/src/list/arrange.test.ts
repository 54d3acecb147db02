import type { ServiceOrder } from '@portal/api';
import { arrange } from './arrange';
import { DEFAULT_VIEW } from './view';

const GERMAN = new Map([
  ['Open', 'Offen'],
  ['On Hold', 'Pausiert'],
  ['Completed', 'Erledigt'],
]);
const i18n = { language: 'de', t: (text: string) => GERMAN.get(text) ?? text };

const sortedBy = (sort: string, orders: object[], language = i18n.language) =>
  arrange(
    orders.map((order): ServiceOrder => ({ events: [], ...order })),
    { ...DEFAULT_VIEW, sort },
    {
      search: undefined,
      aheadOf: () => ({ waiting: undefined, next: undefined }),
      i18n: { ...i18n, language },
    },
  ).shown;

it('sorts a status by its name in the language of the page', () => {
  const orders = ['Open', 'On Hold', 'Completed'].map((Status) => ({ Status }));
  expect(sortedBy('status', orders).map(({ Status }) => Status)).toEqual(['Completed', 'Open', 'On Hold']);
});

it('sorts umlauts beside their letters, and numbers by their value', () => {
  const names = ['Zaun 2', 'Äpfel', 'A\u0308pfel 10', 'Äpfel 9', 'Bad'].map((Description) => ({
    Description,
  }));
  expect(sortedBy('description', names).map((order) => order.Description?.normalize('NFC'))).toEqual([
    'Äpfel',
    'Äpfel 9',
    'Äpfel 10',
    'Bad',
    'Zaun 2',
  ]);
});

it.each([
  ['de', ['Äpfel', 'Zaun']],
  ['sv', ['Zaun', 'Äpfel']],
])('sorts by the alphabet of %s', (language, sorted) => {
  const orders = ['Zaun', 'Äpfel'].map((Description) => ({ Description }));
  const names = sortedBy('description', orders, language).map(({ Description }) => Description);
  expect(names).toEqual(sorted);
});
