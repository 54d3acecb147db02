import { lighten } from '@mui/material/styles';
import { FIRST_PAINT, readableColor, SCHEME_SURFACES, type Brand } from '@portal/contract';

const LIGHT = { default: FIRST_PAINT.light.background, paper: '#ffffff' };
const DARK = { default: FIRST_PAINT.dark.background, paper: SCHEME_SURFACES.dark };

/** What a page around the portal chooses of its look, apart from the company's. All of it is readable. */
export interface PageLook {
  /** The unit of all distances, in px. */
  spacing?: number | undefined;
  /** The color of surfaces and of the text on them, for one scheme or both. */
  surfaces?: Partial<Record<'light' | 'dark', { background: string; text: string }>> | undefined;
}

const backgrounds = (background: string | undefined) =>
  background === undefined ? {} : { default: background, paper: background };

const texts = (text: string | undefined) => (text === undefined ? {} : { primary: text, secondary: text });

/** WCAG 2.2, 1.4.3: the contrast of text in normal size. */
const MINIMUM_CONTRAST = 4.5;

const inDark = (color: string, surface: string | undefined) => {
  const main = readableColor(color, 'dark', surface);
  // MUI darkens a hovered button, too much for its dark text.
  return { main, dark: lighten(main, 0.15) };
};

/** The light and the dark scheme, derived from the company's colors. */
export const colorSchemes = ({
  primaryColor,
  secondaryColor,
  surfaces: { light, dark } = {},
}: Pick<Brand, 'primaryColor' | 'secondaryColor'> & PageLook) => ({
  light: {
    palette: {
      contrastThreshold: MINIMUM_CONTRAST,
      primary: { main: readableColor(primaryColor, 'light', light?.background) },
      secondary: {
        main: secondaryColor ? readableColor(secondaryColor, 'light', light?.background) : '#6b3fa0',
      },
      info: { main: '#01679b' },
      success: { main: '#2a6f2e' },
      warning: { main: '#a84300' },
      error: { main: '#c02626' },
      background: { ...LIGHT, ...backgrounds(light?.background) },
      text: { primary: '#1a2027', secondary: FIRST_PAINT.light.text, ...texts(light?.text) },
      divider: '#dde1e7',
    },
  },
  dark: {
    palette: {
      contrastThreshold: MINIMUM_CONTRAST,
      primary: inDark(primaryColor, dark?.background),
      secondary: secondaryColor ? inDark(secondaryColor, dark?.background) : { main: '#c9a7f0' },
      info: { main: '#6cc4f5' },
      success: { main: '#81c784' },
      warning: { main: '#ffb066' },
      error: { main: '#ff8f88' },
      background: { ...DARK, ...backgrounds(dark?.background) },
      text: { primary: '#e8ecf1', secondary: FIRST_PAINT.dark.text, ...texts(dark?.text) },
      divider: '#303842',
      // MUI's are darker than the card around them, like holes in it.
      Alert: {
        errorStandardBg: '#382d31',
        successStandardBg: '#273531',
        warningStandardBg: '#38322c',
      },
    },
  },
});
