import { alpha } from '@mui/material/styles';
import type {} from '@mui/material/themeCssVarsAugmentation';
import { colorSchemes } from './color-schemes';
import { createPortalTheme } from './create-portal-theme';
import { blend, contrast } from './testing/contrast';

/** WCAG 2.2 success criterion 1.4.3. */
const READABLE = 4.5;

/** WCAG 2.2 success criterion 1.4.11. */
const VISIBLE = 3;

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

type Row = [name: string, color: string, on: string];

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

  it.each<[string, (color: typeof palette.primary, surface: string) => [text: string, background: string]]>([
    ['any brand color as text', ({ main }, surface) => [main, surface]],
    [
      'the text of a hovered button',
      ({ main }, surface) => [main, blend(alpha(main, action.hoverOpacity), surface)],
    ],
    ['the text of a button in any brand color', ({ contrastText, main }) => [contrastText, main]],
    ['the text of a pressed button', ({ contrastText, dark }) => [contrastText, dark]],
  ])('%s is readable', (_, pairOf) => {
    const unreadable = surfaces.flatMap((surface) =>
      brands.filter(({ primary }) => contrast(...pairOf(primary, surface)) < READABLE),
    );
    expect(unreadable).toEqual([]);
  });

  const NAMES = ['primary', 'secondary', 'info', 'success', 'warning', 'error'] as const;
  const SEVERITIES = ['error', 'info', 'success', 'warning'] as const;

  it('a bar and a button of any brand color are readable, also pressed, and stand out from the page', () => {
    const unclear = BRANDS.filter((primaryColor) => {
      const { main, dark, contrastText } = colorSchemes({ primaryColor })[scheme].palette.brand;
      const isReadable = [main, dark].every((color) => contrast(contrastText, color) >= READABLE);
      return !isReadable || surfaces.some((surface) => contrast(main, surface) < VISIBLE);
    });
    expect(unclear).toEqual([]);
  });

  it.each<Row>([
    ...NAMES.map((name): Row => [`a chip in ${name}`, palette[name].contrastText, palette[name].main]),
    ...SEVERITIES.map((name): Row => [
      `an alert of ${name}`,
      Alert[`${name}Color`],
      Alert[`${name}StandardBg`],
    ]),
    ...surfaces.flatMap((surface): Row[] => [
      ...NAMES.map((name): Row => [name, palette[name].main, surface]),
      ['a chip without a color', text.primary, blend(action.selected, surface)],
      ['primary text', text.primary, surface],
      ['secondary text', text.secondary, surface],
    ]),
  ])('%s is readable: %s on %s', (_, color, on) => {
    expect(contrast(color, on)).toBeGreaterThanOrEqual(READABLE);
  });
});

it.each([
  ['light', '#0b57a4'],
  ['dark', '#ffcc00'],
] as const)('in the %s scheme, the readable brand color %s is not changed', (scheme, brand) => {
  expect(contrast(paletteOf(brand, scheme).primary.main, brand)).toBeCloseTo(1, 5);
});

it.each(['#e30613', '#e2001a', '#d71920', '#f4511e'])(
  'shows the company’s %s as given on bars and buttons',
  (brand) => expect(colorSchemes({ primaryColor: brand }).light.palette.brand.main).toBe(brand),
);

// Documented in packages/remote/README.md: only a new major version of the shell may remove one.
it.each([
  ...['primary-main', 'primary-contrastText', 'error-main', 'background-default', 'background-paper'],
  ...['text-primary', 'text-secondary', 'divider'],
])('has the CSS variable --mui-palette-%s for remotes of other frameworks, in both schemes', (name) => {
  const sheets = JSON.stringify(createPortalTheme({ primaryColor: '#0b57a4' }).generateStyleSheets());
  expect(sheets.match(new RegExp(`"--mui-palette-${name}":`, 'g'))?.length).toBeGreaterThanOrEqual(2);
});

it('has CSS variables for shape, spacing and fonts', () => {
  const sheets = JSON.stringify(createPortalTheme({ primaryColor: '#0b57a4' }).generateStyleSheets());
  for (const name of ['shape-borderRadius', 'spacing', 'font-h1', 'font-h2', 'font-body1'])
    expect(sheets).toContain(`"--mui-${name}":`);
});
