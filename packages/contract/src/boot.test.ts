import { bootSchema } from './boot';
import { MICRO_FRONTEND } from './testing/documents';
import { mistakes } from './testing/mistakes';

const BRAND = { name: 'Northwind', logoUrl: null, primaryColor: '#0b57a4' };

const BOOT = {
  basePath: '',
  brand: BRAND,
  previews: [{ remote: 'orders', version: '1.5.0-pr12', problem: null }],
  registry: { schema: 'https://schema.invalid/v1-pre.json', microFrontends: { orders: [MICRO_FRONTEND] } },
};

const wrongIn = (change: object) => mistakes(bootSchema, { ...BOOT, ...change });
const wrongInBrand = (change: object) => wrongIn({ brand: { ...BRAND, ...change } });

it('is accepted, under a base path and with a logo too', () => {
  expect(wrongIn({})).toEqual([]);
  expect(wrongIn({ basePath: '/account', brand: { ...BRAND, logoUrl: '/logo.svg' } })).toEqual([]);
});

it.each(Object.keys(BOOT))('needs %s', (field) => {
  expect(wrongIn({ [field]: undefined })).toEqual([field]);
});

it.each(Object.keys(BRAND))('needs %s of the brand', (field) => {
  expect(wrongInBrand({ [field]: undefined })).toEqual([`brand.${field}`]);
});

it.each(['', 'red', '0b57a4', '#0b57a', '#gggggg', 'rgb(0,0,0)', '#fff;}body{display:none'])(
  'refuses the colour %j',
  (primaryColor) => {
    expect(wrongInBrand({ primaryColor })).toEqual(['brand.primaryColor']);
  },
);

it('may have no preview, or one that cannot be shown', () => {
  expect(wrongIn({ previews: [] })).toEqual([]);
  expect(wrongIn({ previews: [{ remote: 'x', version: '', problem: 'There is no remote x.' }] })).toEqual([]);
  expect(wrongIn({ previews: [{ remote: 'orders', version: '1.5.0' }] })).toEqual(['previews.0.problem']);
});

it('is read past what a newer server says in it', () => {
  expect(wrongIn({ locale: 'en' })).toEqual([]);
  expect(wrongInBrand({ font: 'Arial' })).toEqual([]);
});
