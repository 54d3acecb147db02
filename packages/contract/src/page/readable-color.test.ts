import { readableColor, readableOn } from './readable-color';

test.each([
  ['#fc0', '#1c2126'],
  ['#ffcc00', '#1c2126'],
  ['#036', '#ffffff'],
  ['#003366', '#ffffff'],
  ['#000f', '#ffffff'],
])('text on %s is %s', (color, text) => expect(readableOn(color)).toBe(text));

test.each([
  ['the nearest darker shade', '#fc0', 'light', undefined, '#725b00'],
  ['the nearest lighter shade', '#0b57a4', 'dark', undefined, '#6c9ac8'],
  ['black if no shade is dark enough', '#777', 'light', '#777777', '#000000'],
  ['white if no shade is light enough', '#777', 'dark', '#777777', '#ffffff'],
] as const)('the readable color is %s: of %s, in the %s scheme', (_, color, scheme, surface, readable) =>
  expect(readableColor(color, scheme, surface)).toBe(readable),
);
