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
  remotes: [],
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

it.each(Object.keys(BRAND))('requires %s in the brand', (field) => {
  expect(wrongInBrand({ [field]: undefined })).toEqual([`brand.${field}`]);
});

it.each(['', 'red', '0b57a4', '#0b57a', '#gggggg', 'rgb(0,0,0)', '#fff;}body{display:none'])(
  'refuses the color %j',
  (primaryColor) => {
    expect(wrongInBrand({ primaryColor })).toEqual(['brand.primaryColor']);
  },
);

it('reads an unknown value of eventImages from a newer server as "ask", and a missing one from an older server as undefined', () => {
  const eventImagesOf = (brand: object) =>
    v.parse(bootSchema, { ...BOOT, brand: { ...BRAND, ...brand } }).brand.eventImages;
  expect(eventImagesOf({ eventImages: 'as-given' })).toBe('as-given');
  expect(eventImagesOf({ eventImages: 'ask' })).toBe('ask');
  expect(eventImagesOf({ eventImages: 'mosaic' })).toBe('ask');
  expect(eventImagesOf({})).toBeUndefined();
});

it('accepts an empty list of previews, and a preview with a problem', () => {
  expect(wrongIn({ previews: [] })).toEqual([]);
  expect(wrongIn({ previews: [{ remote: 'x', version: '', problem: 'There is no remote x.' }] })).toEqual([]);
  expect(wrongIn({ previews: [{ remote: 'orders', version: '1.5.0' }] })).toEqual(['previews.0.problem']);
});

it('ignores fields from a newer server', () => {
  expect(wrongIn({ locale: 'en' })).toEqual([]);
  expect(wrongInBrand({ font: 'Arial' })).toEqual([]);
});
