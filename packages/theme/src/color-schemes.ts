import { darken, lighten } from '@mui/material/styles';
import { MINIMUM_CONTRAST, readableColor } from './readable-color';

const LIGHT = { default: '#f5f6f8', paper: '#ffffff' };
const DARK = { default: '#101418', paper: '#181d23' };

const primaryInDark = (primaryColor: string) => {
  const main = readableColor(primaryColor, DARK.paper, lighten);
  // MUI's own shade for a hovered button is darker, and too dark for the dark words on it.
  return { main, dark: lighten(main, 0.15) };
};

/** The two colour schemes, both derived from the company's one colour. */
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
      text: { primary: '#1a2027', secondary: '#525c69' },
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
      text: { primary: '#e8ecf1', secondary: '#a9b4c0' },
      divider: '#303842',
    },
  },
});
