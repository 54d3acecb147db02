import { createTheme, type Theme } from '@mui/material/styles';
import { COLOR_MODE } from '@portal/contract';
import { colorSchemes } from './color-schemes';
import { components } from './component-looks';

const FONT = 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif';

const heading = (fontSize: string) => ({
  fontSize,
  fontWeight: 650,
  lineHeight: 1.25,
  letterSpacing: '-0.01em',
});

/**
 * The portal's one theme.
 * @param primaryColor the company's colour, `#rgb` or `#rrggbb`; each colour scheme takes a readable shade of it
 */
export const createPortalTheme = (primaryColor: string): Theme =>
  createTheme({
    cssVariables: { colorSchemeSelector: COLOR_MODE.attribute },
    colorSchemes: colorSchemes(primaryColor),
    defaultColorScheme: 'light',
    shape: { borderRadius: 10 },
    motion: { reducedMotion: 'system' },
    typography: {
      fontFamily: FONT,
      h1: heading('clamp(1.4rem, 1.1rem + 1.5vw, 1.75rem)'),
      h2: heading('1.2rem'),
      h3: heading('1.05rem'),
      button: { textTransform: 'none', fontWeight: 600 },
    },
    components,
  });
