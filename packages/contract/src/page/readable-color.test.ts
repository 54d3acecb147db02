import { readableOn } from './readable-color';

test.each([
  ['#fc0', '#1c2126'],
  ['#ffcc00', '#1c2126'],
  ['#036', '#ffffff'],
  ['#003366', '#ffffff'],
  ['#000f', '#ffffff'],
])('text on %s is %s', (color, text) => expect(readableOn(color)).toBe(text));
