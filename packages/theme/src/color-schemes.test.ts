import { alpha } from '@mui/material/styles';
import type {} from '@mui/material/themeCssVarsAugmentation';
import { createPortalTheme } from './create-portal-theme';
import { blend, contrast } from './testing/contrast';

/** WCAG 2.2 success criterion 1.4.3. */
const READABLE = 4.5;

const LEVELS = ['00', '33', '66', '99', 'cc', 'ff'];

/** An even grid of 216 colors, including black, white and yellow, and the colors of some companies. */
const BRANDS = [
  ...LEVELS.flatMap((red) => LEVELS.flatMap((green) => LEVELS.map((blue) => `#${red}${green}${blue}`))),
  '#0b57a4',
  '#fc0',
  '#e2001a',
  '#808080',
  '#777777',
];

const paletteOf = (brand: string, scheme: 'light' | 'dark') => {
  const palette = createPortalTheme({ primaryColor: brand, secondaryColor: brand }).colorSchemes[scheme]
    ?.palette;
  if (!palette) throw new Error(`The theme has no color scheme "${scheme}".`);
  return palette;
};

describe.each(['light', 'dark'] as const)('in the %s scheme', (scheme) => {
  const { background, text, action, Alert, ...palette } = paletteOf('#0b57a4', scheme);
  const surfaces = [background.default, background.paper];
  const brands = BRANDS.flatMap((brand) => {
    const { primary, secondary } = paletteOf(brand, scheme);
    return [primary, secondary].map((color) => ({ brand, primary: color }));
  });

  it.each(['default', 'paper'] as const)('any brand color is readable as text on %s', (surface) => {
    const unreadable = brands.filter(({ primary }) => contrast(primary.main, background[surface]) < READABLE);
    expect(unreadable).toEqual([]);
  });

  it.each(['default', 'paper'] as const)('the text of a hovered button is readable on %s', (surface) => {
    const unreadable = brands.filter(({ primary: { main } }) => {
      const hovered = blend(alpha(main, action.hoverOpacity), background[surface]);
      return contrast(main, hovered) < READABLE;
    });
    expect(unreadable).toEqual([]);
  });

  it.each(['main', 'dark'] as const)(
    'the text of a button in any brand color is readable on its %s shade',
    (shade) => {
      const unreadable = brands.filter(
        ({ primary }) => contrast(primary.contrastText, primary[shade]) < READABLE,
      );
      expect(unreadable).toEqual([]);
    },
  );

  it.each(['primary', 'secondary', 'info', 'success', 'warning', 'error'] as const)(
    '%s is readable in a filled chip and as text',
    (name) => {
      const { main, contrastText } = palette[name];
      expect(contrast(contrastText, main)).toBeGreaterThanOrEqual(READABLE);
      for (const surface of surfaces) expect(contrast(main, surface)).toBeGreaterThanOrEqual(READABLE);
    },
  );

  it('a chip without a color is readable', () => {
    for (const surface of surfaces) {
      expect(contrast(text.primary, blend(action.selected, surface))).toBeGreaterThanOrEqual(READABLE);
    }
  });

  it.each(['primary', 'secondary'] as const)('%s text is readable', (name) => {
    for (const surface of surfaces) expect(contrast(text[name], surface)).toBeGreaterThanOrEqual(READABLE);
  });

  it.each(['error', 'info', 'success', 'warning'] as const)(
    'a standard alert with severity %s is readable',
    (severity) => {
      expect(contrast(Alert[`${severity}Color`], Alert[`${severity}StandardBg`])).toBeGreaterThanOrEqual(
        READABLE,
      );
    },
  );
});

it.each([
  ['light', '#0b57a4'],
  ['dark', '#ffcc00'],
] as const)('in the %s scheme, the readable brand color %s is not changed', (scheme, brand) => {
  expect(contrast(paletteOf(brand, scheme).primary.main, brand)).toBeCloseTo(1, 5);
});
