import type { ThemeOptions } from '@mui/material/styles';
import { inTopLayer, TOP_LAYER } from './top-layer';

/** The least width and height of what is pressed, in px (WCAG 2.2, 2.5.5). */
const TARGET = 44;

/** The colours of a high-contrast mode: backgrounds are gone there, borders and outlines are not. */
const FORCED_COLORS = '@media (forced-colors: active)';

/** Nothing pulsates where the keyboard is: the ring tells it. */
const QUIET = { disableFocusRipple: true };

/**
 * Shows where the keyboard is, in the colour of the words (WCAG 2.2, 2.4.7 and 1.4.11).
 * @param outlineOffset px; negative draws it inside, where what is around would cut it off
 */
const focusRing = (outlineOffset: number) => ({
  '&.Mui-focusVisible': { outline: '2px solid', outlineOffset },
});

/** Where MUI's components are to look or act other than MUI made them. */
export const components: NonNullable<ThemeOptions['components']> = {
  // MUI's own margin is on the right, whichever way the page is read.
  MuiAlert: { styleOverrides: { icon: { marginRight: 0, marginInlineEnd: 12 } } },
  MuiButton: {
    defaultProps: { disableElevation: true, ...QUIET },
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
  MuiCheckbox: { defaultProps: QUIET },
  MuiChip: { styleOverrides: { root: { fontWeight: 600, [FORCED_COLORS]: { border: '1px solid' } } } },
  MuiCssBaseline: {
    styleOverrides: {
      // What takes the focus is not left under the top bar (WCAG 2.2, 2.4.11).
      html: { scrollPaddingBlock: '6rem 1rem' },
      body: { overflowWrap: 'anywhere' },
    },
  },
  MuiIconButton: {
    defaultProps: QUIET,
    styleOverrides: { root: { minWidth: TARGET, minHeight: TARGET } },
  },
  MuiListItemButton: { styleOverrides: { root: focusRing(-2) } },
  // It hands its own props of the root on to the popover, where ours would be lost.
  MuiMenu: { defaultProps: { slotProps: inTopLayer } },
  MuiMenuItem: {
    styleOverrides: {
      root: {
        minHeight: TARGET,
        ...focusRing(-2),
        // Not by colour alone (WCAG 2.2, 1.4.1).
        '&.Mui-selected, &.Mui-selected .MuiTypography-root': { fontWeight: 650 },
      },
    },
  },
  MuiPaper: { styleOverrides: { root: { [FORCED_COLORS]: { border: '1px solid' } } } },
  MuiPopover: {
    defaultProps: { slotProps: inTopLayer, disableScrollLock: true },
    styleOverrides: { root: TOP_LAYER },
  },
  // Gaps, other than margins, follow the reading direction.
  MuiStack: { defaultProps: { useFlexGap: true } },
  MuiToggleButton: { defaultProps: QUIET, styleOverrides: { root: { minHeight: TARGET } } },
};
