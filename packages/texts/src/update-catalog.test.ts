import { updateCatalog } from './update-catalog';

const CATALOG = { Orders: 'Aufträge', Help: 'Hilfe', 'Send Code': 'Code senden' };

it('keeps the order of a catalog, whatever the order of the code', () => {
  const { catalog, corrections } = updateCatalog(['Send Code', 'Help', 'Orders'], CATALOG);
  expect(Object.entries(catalog)).toEqual(Object.entries(CATALOG));
  expect(corrections).toEqual([]);
});

it('adds a new text, without a translation, after the one before it in the code', () => {
  const { catalog } = updateCatalog(['Orders', 'Print', 'Share', 'Help', 'Send Code'], CATALOG);
  expect(Object.entries(catalog)).toEqual([
    ['Orders', 'Aufträge'],
    ['Print', ''],
    ['Share', ''],
    ['Help', 'Hilfe'],
    ['Send Code', 'Code senden'],
  ]);
});

it('keeps the translation of a corrected text, and says so', () => {
  const { catalog, corrections } = updateCatalog(['Orders', 'Help', 'Send the code'], CATALOG);
  expect(catalog).toEqual({ Orders: 'Aufträge', Help: 'Hilfe', 'Send the code': 'Code senden' });
  expect(corrections).toEqual([{ before: 'Send Code', after: 'Send the code' }]);
});

it('removes a text that is gone, and gives its translation to no other text', () => {
  const { catalog, corrections } = updateCatalog(['Orders', 'Print'], CATALOG);
  expect(catalog).toEqual({ Orders: 'Aufträge', Print: '' });
  expect(corrections).toEqual([]);
});
