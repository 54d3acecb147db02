import { fillColor, readableColor, readableOn } from './readable-color';

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

test.each([
  ['the color itself with white text', '#e30613', 'light', '#e30613'],
  ['the color itself with dark text', '#f4511e', 'light', '#f4511e'],
  ['the color itself in the dark scheme', '#1976d2', 'dark', '#1976d2'],
  ['a shade if no text is readable on it', '#1e88e5', 'light', readableColor('#1e88e5', 'light')],
  ['a shade if the page is too similar', '#fc0', 'light', readableColor('#fc0', 'light')],
  ['a shade in a scheme of its own darkness', '#0b57a4', 'dark', readableColor('#0b57a4', 'dark')],
] as const)('the color of a bar is %s: of %s, in the %s scheme', (_, color, scheme, fill) =>
  expect(fillColor(color, scheme)).toBe(fill),
);
