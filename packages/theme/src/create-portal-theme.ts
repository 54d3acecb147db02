import { createTheme, type Theme } from '@mui/material/styles';
import { COLOR_MODE } from '@portal/contract';
import { colorSchemes } from './color-schemes';

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
    typography: {
      fontFamily: FONT,
      h1: heading('1.75rem'),
      h2: heading('1.2rem'),
      h3: heading('1.05rem'),
      button: { textTransform: 'none', fontWeight: 600 },
    },
    components: {
      // MUI's own margin is on the right, whichever way the page is read.
      MuiAlert: { styleOverrides: { icon: { marginRight: 0, marginInlineEnd: 12 } } },
      MuiButton: { defaultProps: { disableElevation: true }, styleOverrides: { root: { minHeight: 44 } } },
      MuiCard: { defaultProps: { variant: 'outlined' } },
      MuiChip: { styleOverrides: { root: { fontWeight: 600 } } },
      MuiCssBaseline: { styleOverrides: { body: { overflowWrap: 'anywhere' } } },
    },
  });
