import type { ThemeOptions } from '@mui/material/styles';
import type { Surface } from './surface';

/** As high as the window, where the element is; what is fixed in a page of its own would be as high as the element. */
const VISIBLE_PART = {
  position: 'sticky',
  insetBlockStart: 0,
  blockSize: '100dvh',
  maxBlockSize: '100%',
} as const;

/**
 * What MUI's components do other than in a page of their own: what they lay over the page stays in the element, and
 * the page around it scrolls on.
 * @param host the element of the page
 */
export const embeddedLooks = (
  host: HTMLElement,
  { content, popovers }: Surface,
): NonNullable<ThemeOptions['components']> => ({
  MuiDialog: { styleOverrides: { container: VISIBLE_PART } },
  MuiDrawer: {
    // It slides in from the edge of the window.
    // Sideways it must not stick, which would be to the padding of whatever scrolls around the element.
    styleOverrides: { root: { overflow: 'clip' }, paper: { ...VISIBLE_PART, left: 'auto' } },
  },
  MuiModal: {
    defaultProps: {
      container: content,
      disableScrollLock: true,
      // The page can be used meanwhile.
      disableEnforceFocus: true,
      // What leads the keyboard from the last control to the first listens at the document, which is told nothing of
      // focus that moves within a shadow root.
      onFocus: () => host.dispatchEvent(new FocusEvent('focusin', { bubbles: true })),
    },
  },
  MuiPopover: { defaultProps: { container: popovers } },
  MuiPopper: { defaultProps: { container: content } },
});
