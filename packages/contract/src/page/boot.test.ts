import * as v from 'valibot';
import { bootSchema } from './boot';
import { REMOTE_VERSION } from '../testing/documents';
import { mistakes } from '../testing/mistakes';

const BRAND = { name: 'Northwind', logoUrl: null, primaryColor: '#0b57a4' };

const BOOT = {
  basePath: '',
  brand: BRAND,
  previews: [{ remote: 'orders', version: '1.5.0-pr12', problem: null }],
  registry: { schema: 'https://schema.invalid/v1-pre.json', microFrontends: { orders: [REMOTE_VERSION] } },
  remotes: [],
};

const wrongIn = (change: object) => mistakes(bootSchema, { ...BOOT, ...change });
const wrongInBrand = (change: object) => wrongIn({ brand: { ...BRAND, ...change } });

it.each(['', 'red', '0b57a4', '#0b57a', '#gggggg', 'rgb(0,0,0)', '#fff;}body{display:none'])(
  'refuses the color %j',
  (primaryColor) => {
    expect(wrongInBrand({ primaryColor })).toEqual(['brand.primaryColor']);
  },
);

it.each([
  ['Europe/Berlin', 'Europe/Berlin'],
  ['Europe/Atlantis', undefined],
  [7, undefined],
  [undefined, undefined],
])('reads the time zone %j as %j: the browser may not know it', (timeZone, read) => {
  expect(v.parse(bootSchema, { ...BOOT, brand: { ...BRAND, timeZone } }).brand.timeZone).toBe(read);
});

it.each([
  ['as-given', 'as-given'],
  ['ask', 'ask'],
  ['mosaic', 'ask'],
  [undefined, undefined],
])('reads the eventImages %j of a newer or older server as %j', (given, read) => {
  const { brand } = v.parse(bootSchema, { ...BOOT, brand: { ...BRAND, eventImages: given } });
  expect(brand.eventImages).toBe(read);
});
