import type { ThemeOptions } from '@mui/material/styles';
import type { Surface } from './surface';

/** As high as the window, within the element: `position: fixed` would be as high as the whole element. */
const VISIBLE_PART = {
  position: 'sticky',
  insetBlockStart: 0,
  blockSize: '100dvh',
  maxBlockSize: '100%',
} as const;

/**
 * Overrides for an embedded portal: overlays stay inside the element, and the embedding page keeps scrolling.
 * @param host the element in the embedding page
 */
export const embeddedOverrides = (
  host: HTMLElement,
  { content, popovers }: Surface,
): NonNullable<ThemeOptions['components']> => ({
  // For `customer-portal::part(card)` in the styles of the page.
  MuiCard: { defaultProps: { part: 'card' } },
  MuiDialog: { styleOverrides: { container: VISIBLE_PART } },
  MuiDrawer: {
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
    },
  },
  MuiPopover: { defaultProps: { container: popovers } },
  MuiPopper: { defaultProps: { container: content } },
});
