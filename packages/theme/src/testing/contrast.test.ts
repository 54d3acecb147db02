import { blend, contrast } from './contrast';

it.each([
  ['#000', '#fff', 21],
  ['#777777', '#ffffff', 4.48],
  ['#767676', '#ffffff', 4.54],
  ['rgba(0, 0, 0, 0.5)', '#ffffff', 3.98],
  ['#0b57a4', '#0b57a4', 1],
])('%s on %s has a contrast of %d:1', (color, background, ratio) => {
  expect(contrast(color, background)).toBeCloseTo(ratio, 2);
});

it('blends a transparent color with its background', () => {
  expect(blend('rgba(0, 0, 0, 0.5)', '#ffffff')).toBe('rgb(127.5, 127.5, 127.5)');
});
