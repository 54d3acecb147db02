import { darken, getContrastRatio, lighten } from '@mui/material/styles';
import { FIRST_PAINT } from '@portal/contract';

const LIGHT = { default: FIRST_PAINT.light.background, paper: '#ffffff' };
const DARK = { default: FIRST_PAINT.dark.background, paper: '#181d23' };

/** WCAG 2.2, 1.4.3: the contrast of text in normal size. */
const MINIMUM_CONTRAST = 4.5;

/** A hovered button tints its background, which lowers the contrast; this much keeps it above the minimum. */
const CONTRAST_BEFORE_HOVER = 5.2;

const SHADE_STEP = 0.05;

/**
 * The nearest shade of `color` that is readable on `background`, so that any brand color works in both schemes.
 * @param shade `darken` for a light background, `lighten` for a dark one
 */
const readableColor = (color: string, background: string, shade: typeof darken | typeof lighten): string => {
  for (let amount = 0; amount < 1; amount += SHADE_STEP) {
    const candidate = shade(color, amount);
    if (getContrastRatio(candidate, background) >= CONTRAST_BEFORE_HOVER) return candidate;
  }
  return shade(color, 1);
};

const primaryInDark = (primaryColor: string) => {
  const main = readableColor(primaryColor, DARK.paper, lighten);
  // MUI darkens a hovered button, too much for its dark text.
  return { main, dark: lighten(main, 0.15) };
};

/** The light and the dark scheme, derived from the company's one color. */
export const colorSchemes = (primaryColor: string) => ({
  light: {
    palette: {
      contrastThreshold: MINIMUM_CONTRAST,
      primary: { main: readableColor(primaryColor, LIGHT.default, darken) },
      secondary: { main: '#6b3fa0' },
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
    palette: {
      contrastThreshold: MINIMUM_CONTRAST,
      primary: primaryInDark(primaryColor),
      secondary: { main: '#c9a7f0' },
      info: { main: '#6cc4f5' },
      success: { main: '#81c784' },
      warning: { main: '#ffb066' },
      error: { main: '#ff8f88' },
      background: DARK,
      text: { primary: '#e8ecf1', secondary: FIRST_PAINT.dark.text },
      divider: '#303842',
    },
  },
});
