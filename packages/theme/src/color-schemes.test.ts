import { alpha } from '@mui/material/styles';
import type {} from '@mui/material/themeCssVarsAugmentation';
import { createPortalTheme } from './create-portal-theme';
import { blend, contrast } from './testing/contrast';

/** WCAG 2.2 success criterion 1.4.3. */
const READABLE = 4.5;

const LEVELS = ['00', '33', '66', '99', 'cc', 'ff'];

/** The 216 colours of an even grid (black, white, yellow and the like among them), and a few companies' own. */
const BRANDS = [
  ...LEVELS.flatMap((red) => LEVELS.flatMap((green) => LEVELS.map((blue) => `#${red}${green}${blue}`))),
  '#0b57a4',
  '#fc0',
  '#e2001a',
  '#808080',
  '#777777',
];

const paletteOf = (brand: string, scheme: 'light' | 'dark') => {
  const palette = createPortalTheme(brand).colorSchemes[scheme]?.palette;
  if (!palette) throw new Error(`The theme has no colour scheme "${scheme}"`);
  return palette;
};

describe.each(['light', 'dark'] as const)('in the %s scheme', (scheme) => {
  const { background, text, action, Alert, ...palette } = paletteOf('#0b57a4', scheme);
  const surfaces = [background.default, background.paper];
  const brands = BRANDS.map((brand) => ({ brand, primary: paletteOf(brand, scheme).primary }));

  it.each(['default', 'paper'] as const)('any brand colour can be read as text on %s', (surface) => {
    const unreadable = brands.filter(({ primary }) => contrast(primary.main, background[surface]) < READABLE);
    expect(unreadable).toEqual([]);
  });

  it.each(['default', 'paper'] as const)('and so can the words of a hovered button on %s', (surface) => {
    const unreadable = brands.filter(({ primary: { main } }) => {
      const hovered = blend(alpha(main, action.hoverOpacity), background[surface]);
      return contrast(main, hovered) < READABLE;
    });
    expect(unreadable).toEqual([]);
  });

  it.each(['main', 'dark'] as const)(
    'the words of a button in any brand colour can be read on its %s',
    (shade) => {
      const unreadable = brands.filter(
        ({ primary }) => contrast(primary.contrastText, primary[shade]) < READABLE,
      );
      expect(unreadable).toEqual([]);
    },
  );

  it.each(['primary', 'secondary', 'info', 'success', 'warning', 'error'] as const)(
    '%s can be read: in a filled chip, and as text',
    (name) => {
      const { main, contrastText } = palette[name];
      expect(contrast(contrastText, main)).toBeGreaterThanOrEqual(READABLE);
      for (const surface of surfaces) expect(contrast(main, surface)).toBeGreaterThanOrEqual(READABLE);
    },
  );

  it('a chip without a colour can be read', () => {
    for (const surface of surfaces) {
      expect(contrast(text.primary, blend(action.selected, surface))).toBeGreaterThanOrEqual(READABLE);
    }
  });

  it.each(['primary', 'secondary'] as const)('%s text can be read', (name) => {
    for (const surface of surfaces) expect(contrast(text[name], surface)).toBeGreaterThanOrEqual(READABLE);
  });

  it.each(['error', 'info', 'success', 'warning'] as const)('an alert of %s can be read', (severity) => {
    expect(contrast(Alert[`${severity}Color`], Alert[`${severity}StandardBg`])).toBeGreaterThanOrEqual(
      READABLE,
    );
  });
});

it.each([
  ['light', '#0b57a4'],
  ['dark', '#ffcc00'],
] as const)('in the %s scheme, a brand colour that can be read stays what it is: %s', (scheme, brand) => {
  expect(contrast(paletteOf(brand, scheme).primary.main, brand)).toBeCloseTo(1, 5);
});
