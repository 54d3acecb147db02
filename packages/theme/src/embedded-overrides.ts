import type { ThemeOptions } from '@mui/material/styles';
import { WINDOW_HEIGHT, type Surface } from './surface';

/** As high as the window, within the element: `position: fixed` would be as high as the whole element. */
const VISIBLE_PART = {
  position: 'sticky',
  insetBlockStart: 0,
  blockSize: WINDOW_HEIGHT,
  maxBlockSize: '100%',
} as const;

/** The page around the portal stays usable, so assistive technology must not take it for inert. */
const NOT_MODAL = { slotProps: { paper: { 'aria-modal': undefined } } };

/** Overlays of an embedded portal stay inside the host, and the page around it keeps scrolling. */
export const embeddedOverrides = (
  host: HTMLElement,
  { content, popovers }: Surface,
): NonNullable<ThemeOptions['components']> => ({
  // Lets the page style cards by `customer-portal::part(card)`.
  MuiCard: { defaultProps: { part: 'card' } },
  MuiDialog: { defaultProps: NOT_MODAL, styleOverrides: { container: VISIBLE_PART } },
  MuiDrawer: {
    defaultProps: NOT_MODAL,
    // `clip` hides the part that slides in. `left: auto` keeps the paper from sticking to the padding of a scrolling
    // ancestor.
    styleOverrides: { root: { overflow: 'clip' }, paper: { ...VISIBLE_PART, left: 'auto' } },
  },
  MuiModal: {
    defaultProps: {
      container: content,
      disableScrollLock: true,
      // The embedding page stays usable.
      disableEnforceFocus: true,
      // MUI's focus trap listens for `focusin` on the document, which receives none from inside a shadow root.
      onFocus: () => host.dispatchEvent(new FocusEvent('focusin', { bubbles: true })),
      // Escape closes only the portal's own overlay, not a dialog of the embedding page.
      onKeyDown: (event) => {
        if (event.key === 'Escape') event.preventDefault();
      },
    },
  },
  MuiPopover: {
    defaultProps: { container: popovers },
    // MUI positions it in px of the window, which CSS `zoom` of the page would multiply.
    styleOverrides: {
      root: { zoom: 'calc(1 / var(--portal-zoom, 1))' },
      paper: { '& > *': { zoom: 'var(--portal-zoom, 1)' } },
    },
  },
  MuiPopper: { defaultProps: { container: content } },
});
