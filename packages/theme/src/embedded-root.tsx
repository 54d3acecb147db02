import GlobalStyles from '@mui/material/GlobalStyles';
import type { Theme } from '@mui/material/styles';
import { CONTAINER } from './container-breakpoints';

/** As high as the window in a page of the portal's own; in an element, high enough not to look lost. */
export const FULL_HEIGHT = 'var(--portal-full-height, 100dvh)';

/** The class of the box in a shadow root. */
export const EMBEDDED_ROOT = 'portal-root';

const styles = ({ typography, vars }: Theme) => ({
  [`.${EMBEDDED_ROOT}`]: {
    // What the page around it hands down to its elements ends here.
    all: 'initial' as const,
    display: 'block',
    visibility: 'inherit' as const,
    '--portal-full-height': 'min(100dvh, 560px)',
    // What is fixed, or above everything, is so in the box.
    position: 'relative' as const,
    contain: 'layout',
    isolation: 'isolate' as const,
    container: `${CONTAINER} / inline-size`,
    // What CssBaseline says of `html` and `body`.
    boxSizing: 'border-box' as const,
    color: vars?.palette.text.primary,
    backgroundColor: vars?.palette.background.default,
    WebkitTextSizeAdjust: '100%',
    WebkitFontSmoothing: 'antialiased',
    MozOsxFontSmoothing: 'grayscale',
    overflowWrap: 'anywhere' as const,
    ...typography.body1,
  },
});

/** What takes the place of the page in a shadow root: the box that the portal fills. */
export const EmbeddedRoot = () => <GlobalStyles styles={styles} />;
