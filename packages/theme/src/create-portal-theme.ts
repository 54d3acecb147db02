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

/** The least width and height of what is pressed, in px (WCAG 2.2, 2.5.5). */
const TARGET = 44;

/** The colours of a high-contrast mode: backgrounds are gone there, borders and outlines are not. */
const FORCED_COLORS = '@media (forced-colors: active)';

/**
 * Shows where the keyboard is, in the colour of the words (WCAG 2.2, 2.4.7 and 1.4.11).
 * @param outlineOffset px; negative draws it inside, where what is around would cut it off
 */
const focusRing = (outlineOffset: number) => ({
  '&.Mui-focusVisible': { outline: '2px solid', outlineOffset },
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
    components: {
      // MUI's own margin is on the right, whichever way the page is read.
      MuiAlert: { styleOverrides: { icon: { marginRight: 0, marginInlineEnd: 12 } } },
      MuiButton: {
        defaultProps: { disableElevation: true },
        styleOverrides: {
          root: {
            minHeight: TARGET,
            // Not in the colour of its words: on a filled button they have the colour of what is around it.
            '&.Mui-focusVisible': { outlineColor: 'var(--mui-palette-text-primary)' },
            [FORCED_COLORS]: { border: '1px solid' },
          },
        },
      },
      MuiButtonBase: { styleOverrides: { root: focusRing(2) } },
      MuiCard: { defaultProps: { variant: 'outlined' } },
      MuiChip: { styleOverrides: { root: { fontWeight: 600 } } },
      MuiCssBaseline: {
        styleOverrides: {
          // What takes the focus is not left under the top bar (WCAG 2.2, 2.4.11).
          html: { scrollPaddingBlock: '6rem 1rem' },
          body: { overflowWrap: 'anywhere' },
        },
      },
      MuiListItemButton: { styleOverrides: { root: focusRing(-2) } },
      MuiMenuItem: { styleOverrides: { root: focusRing(-2) } },
      MuiToggleButton: { styleOverrides: { root: { minHeight: TARGET, ...focusRing(-4) } } },
      MuiIconButton: { styleOverrides: { root: { minWidth: TARGET, minHeight: TARGET } } },
      // Gaps, other than margins, follow the reading direction.
      MuiStack: { defaultProps: { useFlexGap: true } },
    },
  });
