import { darken, lighten } from '@mui/material/styles';
import {
  fillColor,
  FIRST_PAINT,
  readableColor,
  readableOn,
  SCHEME_SURFACES,
  type Brand,
} from '@portal/contract';

const LIGHT = { default: FIRST_PAINT.light.background, paper: '#ffffff' };
const DARK = { default: FIRST_PAINT.dark.background, paper: SCHEME_SURFACES.dark };

/** WCAG 2.2, 1.4.3: the contrast of text in normal size. */
export const MINIMUM_CONTRAST = 4.5;

/** MUI's placeholders are too pale to read. */
const opacity = { inputPlaceholder: 0.7 };

const inDark = (color: string) => {
  const main = readableColor(color, 'dark');
  // MUI darkens a hovered button, too much for its dark text.
  return { main, dark: lighten(main, 0.15) };
};

/** The company's color as the surface of a bar or button; `primary` is for texts. @see fillColor */
export const brandFill = (...company: Parameters<typeof fillColor>) => {
  const main = fillColor(...company);
  const contrastText = readableOn(main);
  // A hovered button gets more contrast to its text, not less.
  return { main, contrastText, dark: contrastText === '#ffffff' ? darken(main, 0.2) : lighten(main, 0.15) };
};

/** The light and the dark scheme, derived from the company's colors. */
export const colorSchemes = ({
  primaryColor,
  secondaryColor,
}: Pick<Brand, 'primaryColor' | 'secondaryColor'>) => ({
  light: {
    opacity,
    palette: {
      contrastThreshold: MINIMUM_CONTRAST,
      brand: brandFill(primaryColor, 'light'),
      primary: { main: readableColor(primaryColor, 'light') },
      secondary: { main: secondaryColor ? readableColor(secondaryColor, 'light') : '#6b3fa0' },
      info: { main: '#01679b' },
      success: { main: '#2a6f2e' },
      warning: { main: '#a84300' },
      error: { main: '#c02626' },
      background: LIGHT,
      text: { primary: '#1a2027', secondary: FIRST_PAINT.light.text },
      divider: '#dde1e7',
    },
  },
  dark: {
    opacity,
    palette: {
      contrastThreshold: MINIMUM_CONTRAST,
      brand: brandFill(primaryColor, 'dark'),
      primary: inDark(primaryColor),
      secondary: secondaryColor ? inDark(secondaryColor) : { main: '#c9a7f0' },
      info: { main: '#6cc4f5' },
      success: { main: '#81c784' },
      warning: { main: '#ffb066' },
      error: { main: '#ff8f88' },
      background: DARK,
      text: { primary: '#e8ecf1', secondary: FIRST_PAINT.dark.text },
      divider: '#303842',
      // MUI's own backgrounds are darker than the card around an alert.
      Alert: {
        errorStandardBg: '#382d31',
        successStandardBg: '#273531',
        warningStandardBg: '#38322c',
      },
    },
  },
});
