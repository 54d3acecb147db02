import GlobalStyles from '@mui/material/GlobalStyles';
import { useColorScheme, type Theme } from '@mui/material/styles';
import { COLOR_MODE } from '@portal/contract';
import { useEffect, useLayoutEffect } from 'react';
import { observeSize } from './container-breakpoints';
import { CONTAINER, EMBEDDED_ROOT, measureZoom, WINDOW_HEIGHT } from './surface';

/** The height of the window in a page of the portal's own; a sensible minimum in an element. */
export const FULL_HEIGHT = 'var(--portal-full-height, 100dvh)';

const styles = ({ typography, vars }: Theme) => ({
  [`.${EMBEDDED_ROOT}`]: {
    // Inherit nothing from the embedding page.
    all: 'initial' as const,
    display: 'block',
    visibility: 'inherit' as const,
    '--portal-full-height': `min(${WINDOW_HEIGHT}, 560px)`,
    // Contains descendants with `position: fixed` or a high z-index.
    position: 'relative' as const,
    contain: 'layout',
    isolation: 'isolate' as const,
    container: `${CONTAINER} / inline-size`,
    // CssBaseline's styles of `html` and `body`.
    boxSizing: 'border-box' as const,
    color: vars?.palette.text.primary,
    backgroundColor: vars?.palette.background.default,
    WebkitTextSizeAdjust: '100%',
    WebkitFontSmoothing: 'antialiased',
    MozOsxFontSmoothing: 'grayscale',
    overflowWrap: 'anywhere' as const,
    ...typography.body1,
  },
  // In pages without a doctype, browsers give tables their own font and color.
  [`:where(.${EMBEDDED_ROOT} table)`]: { font: 'inherit', color: 'inherit' },
});

export type ColorMode = 'light' | 'dark' | 'system';

interface EmbeddedRootProps {
  host: HTMLElement;
  box: HTMLElement;
  /** The mode that the embedding page asks for. */
  colorMode: ColorMode | undefined;
}

/** Styles the box of an embedded portal, follows the page's color mode, and sets the scheme on the shadow host. */
export const EmbeddedRoot = ({ host, box, colorMode }: EmbeddedRootProps) => {
  const { colorScheme, setMode } = useColorScheme();

  useEffect(() => {
    if (colorMode) setMode(colorMode);
  }, [colorMode, setMode]);

  useEffect(() => {
    if (colorScheme) host.setAttribute(COLOR_MODE.attribute, colorScheme);
    return () => host.removeAttribute(COLOR_MODE.attribute);
  }, [host, colorScheme]);

  useLayoutEffect(() => observeSize(box, () => measureZoom(box)), [box]);

  return <GlobalStyles styles={styles} />;
};
