import type { ThemeOptions } from '@mui/material/styles';
import { BELOW_TOP_BAR, TARGET_PX } from './heights';
import { measureZoom } from './surface';

/** High-contrast modes drop backgrounds, but keep borders and outlines. */
const FORCED_COLORS = '@media (forced-colors: active)';

/** Focus shows an outline, no ripple. */
const NO_FOCUS_RIPPLE = { disableFocusRipple: true };

/** An outline in the color of the text (WCAG 2.2, 2.4.7 and 1.4.11); inside with a negative offset. */
const focusRing = (outlineOffset: number) => ({
  '&.Mui-focusVisible': { outline: '2px solid', outlineOffset },
});

/** Moves a box with `position: fixed` to the window, if an ancestor (`transform`, `contain`, a container) keeps it. */
const coverWindow = (element: HTMLElement): void => {
  const { x, y } = element.getBoundingClientRect();
  if (x || y)
    Object.assign(element.style, { inset: `${-y}px auto auto ${-x}px`, width: '100vw', height: '100vh' });
};

/** Shows a popover above everything else in the page; in browsers without popovers, at the same place. */
const showPopover = (element: HTMLElement | null): void => {
  if (!element) return;
  measureZoom(element);
  if ('showPopover' in HTMLElement.prototype) element.showPopover();
  else coverWindow(element);
};

/** Opens menus and selects in the browser's top layer: elsewhere, an ancestor would move or clip them. */
const inTopLayer = { root: { popover: 'manual', ref: showPopover } } as const;

/** Undoes the browser's own styles of `[popover]`. */
const RESET_POPOVER = {
  display: 'block',
  width: 'auto',
  height: 'auto',
  margin: 0,
  padding: 0,
  border: 0,
  overflow: 'visible',
  color: 'inherit',
  background: 'none',
} as const;

/** The company's own color, where it is the surface of a text. */
const BRAND = 'var(--mui-palette-brand-main)';
const ON_BRAND = 'var(--mui-palette-brand-contrastText)';

/** Default props and styles that differ from MUI's. */
export const componentOverrides: NonNullable<ThemeOptions['components']> = {
  // The dark scheme has a bar of its own.
  MuiAppBar: { styleOverrides: { root: { '--AppBar-background': BRAND, '--AppBar-color': ON_BRAND } } },
  MuiButton: {
    defaultProps: { disableElevation: true, ...NO_FOCUS_RIPPLE },
    styleOverrides: {
      root: {
        minHeight: TARGET_PX,
        // A filled button's text may have the color of the page, where an outline in that color is invisible.
        '&.Mui-focusVisible': { outlineColor: 'var(--mui-palette-text-primary)' },
        [FORCED_COLORS]: { border: '1px solid' },
        '&.MuiButton-colorPrimary': {
          '--variant-containedBg': BRAND,
          '--variant-containedColor': ON_BRAND,
          '@media (hover: hover)': {
            '&:hover': { '--variant-containedBg': 'var(--mui-palette-brand-dark)' },
          },
        },
      },
    },
  },
  MuiButtonBase: { styleOverrides: { root: focusRing(2) } },
  MuiCard: { defaultProps: { variant: 'outlined' } },
  MuiCheckbox: { defaultProps: NO_FOCUS_RIPPLE },
  MuiChip: {
    styleOverrides: {
      // Paper has no backgrounds either: text on one may be white.
      root: { fontWeight: 600, [`${FORCED_COLORS}, print`]: { color: 'inherit', border: '1px solid' } },
    },
  },
  MuiCssBaseline: {
    styleOverrides: {
      // Keeps the focused element clear of the top bar (WCAG 2.2, 2.4.11).
      html: { scrollPaddingBlock: `${BELOW_TOP_BAR.sm}px 1rem` },
      body: { overflowWrap: 'anywhere' },
    },
  },
  MuiIconButton: {
    defaultProps: NO_FOCUS_RIPPLE,
    styleOverrides: { root: { minWidth: TARGET_PX, minHeight: TARGET_PX } },
  },
  MuiListItemButton: { styleOverrides: { root: focusRing(-2) } },
  // MuiMenu passes its own root props to MuiPopover, which would replace ours.
  MuiMenu: { defaultProps: { slotProps: inTopLayer } },
  MuiMenuItem: {
    styleOverrides: {
      root: {
        minHeight: TARGET_PX,
        ...focusRing(-2),
        // Color alone must not mark the selected item (WCAG 2.2, 1.4.1).
        '&.Mui-selected, &.Mui-selected .MuiTypography-root': { fontWeight: 650 },
      },
    },
  },
  MuiPaper: { styleOverrides: { root: { [FORCED_COLORS]: { border: '1px solid' } } } },
  MuiPopover: {
    defaultProps: { slotProps: inTopLayer, disableScrollLock: true },
    styleOverrides: { root: RESET_POPOVER },
  },
  // Unlike margins, gaps follow the writing direction.
  MuiStack: { defaultProps: { useFlexGap: true } },
  // Take the forced color of the text: an icon's own color would stay, and could equal the page's.
  MuiSvgIcon: { styleOverrides: { root: { [FORCED_COLORS]: { color: 'inherit' } } } },
  MuiToggleButton: {
    defaultProps: { color: 'primary', ...NO_FOCUS_RIPPLE },
    styleOverrides: {
      root: {
        minHeight: TARGET_PX,
        color: 'var(--mui-palette-text-secondary)',
        // The border width marks the selected button in forced colors.
        '&&.Mui-selected': {
          color: 'var(--mui-palette-text-primary)',
          borderColor: 'var(--mui-palette-primary-main)',
          borderWidth: 2,
        },
      },
    },
  },
};
