import * as v from 'valibot';
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

it('accepts a base path and a logo', () => {
  expect(wrongIn({})).toEqual([]);
  expect(wrongIn({ basePath: '/account', brand: { ...BRAND, logoUrl: '/logo.svg' } })).toEqual([]);
});

it.each(Object.keys(BOOT))('requires %s', (field) => {
  expect(wrongIn({ [field]: undefined })).toEqual([field]);
});

it.each(Object.keys(BRAND))('requires %s of the brand', (field) => {
  expect(wrongInBrand({ [field]: undefined })).toEqual([`brand.${field}`]);
});

it.each(['', 'red', '0b57a4', '#0b57a', '#gggggg', 'rgb(0,0,0)', '#fff;}body{display:none'])(
  'refuses the colour %j',
  (primaryColor) => {
    expect(wrongInBrand({ primaryColor })).toEqual(['brand.primaryColor']);
  },
);

it('asks for pictures where a newer server has a choice of its own, and shows them where an older one has none', () => {
  const chosen = (brand: object) =>
    v.parse(bootSchema, { ...BOOT, brand: { ...BRAND, ...brand } }).brand.eventImages;
  expect(chosen({ eventImages: 'as-given' })).toBe('as-given');
  expect(chosen({ eventImages: 'ask' })).toBe('ask');
  expect(chosen({ eventImages: 'mosaic' })).toBe('ask');
  expect(chosen({})).toBeUndefined();
});

it('accepts no preview, or one that cannot be shown', () => {
  expect(wrongIn({ previews: [] })).toEqual([]);
  expect(wrongIn({ previews: [{ remote: 'x', version: '', problem: 'There is no remote x.' }] })).toEqual([]);
  expect(wrongIn({ previews: [{ remote: 'orders', version: '1.5.0' }] })).toEqual(['previews.0.problem']);
});

it('ignores fields of a newer server', () => {
  expect(wrongIn({ locale: 'en' })).toEqual([]);
  expect(wrongInBrand({ font: 'Arial' })).toEqual([]);
});
