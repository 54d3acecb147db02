import { Box, Button, useBrand, useSurface, type BoxProps } from '@portal/theme';
import { useCallback, useEffect, useRef } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom';
import { useI18n } from '../texts';

const MAIN_ID = 'main';

/** The main landmark, or a region in an embedder's page. It is focusable, but not a tab stop. */
export const Main = (props: BoxProps) => {
  const { host } = useSurface();
  const { name } = useBrand();
  const landmark = host
    ? ({ role: 'region', 'aria-label': name } as const)
    : ({ component: 'main' } as const);
  return <Box {...landmark} id={MAIN_ID} tabIndex={-1} {...props} />;
};

/** Returns a function that focuses the main landmark, so that the keyboard continues from there. */
export const useFocusMain = () => {
  const { box } = useSurface();
  return useCallback(
    (options?: FocusOptions) => box.querySelector<HTMLElement>(`#${MAIN_ID}`)?.focus(options),
    [box],
  );
};

/** The first tab stop: skips top bar and drawer (WCAG 2.2 success criterion 2.4.1). */
export const SkipLink = () => {
  const i18n = useI18n();
  const focusMain = useFocusMain();
  return (
    <Button
      variant="contained"
      href={`#${MAIN_ID}`}
      onClick={(event) => {
        event.preventDefault();
        focusMain();
      }}
      sx={{
        position: 'fixed',
        insetBlockStart: 8,
        insetInlineStart: 8,
        zIndex: 'tooltip',
        '&:not(:focus)': { clipPath: 'inset(50%)', pointerEvents: 'none' },
      }}
    >
      {i18n.t('Skip to content')}
    </Button>
  );
};

/** A ref that says whether the last focus or press was in the portal, and not in the embedder's page. */
const useAttention = (host: HTMLElement | null) => {
  const isHere = useRef(!host);
  useEffect(() => {
    if (!host) return undefined;
    const listen = (event: Event) => void (isHere.current = event.composedPath().includes(host));
    for (const type of ['focusin', 'pointerdown']) document.addEventListener(type, listen, true);
    return () => {
      for (const type of ['focusin', 'pointerdown']) document.removeEventListener(type, listen, true);
    };
  }, [host]);
  return isHere;
};

/**
 * Focuses the main landmark after a route change, unless the screen has focused a field. The browser restores the
 * scroll position on back and forward. An embedder's page keeps its focus, and scrolls only if the portal's top is out
 * of sight. A hash names a part of the screen, which the screen focuses.
 */
export const RouteFocus = () => {
  const { pathname, hash } = useLocation();
  const direction = useNavigationType();
  const shown = useRef(pathname);
  const { host, box } = useSurface();
  const focusMain = useFocusMain();
  const isHere = useAttention(host);

  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    if (hash) return;
    const isInField = box.querySelector(`#${MAIN_ID} :is(input, select, textarea):focus`) !== null;
    if (isHere.current && !isInField) focusMain({ preventScroll: true });
    // The portal replaces the history entry on its way to the first screen; that must not scroll the embedder's page.
    if (direction === NavigationType.Pop || (direction === NavigationType.Replace && !isHere.current)) return;
    if (!host) window.scrollTo(0, 0);
    else if (host.getBoundingClientRect().top < 0) host.scrollIntoView();
  }, [pathname, hash, direction, host, box, isHere, focusMain]);

  return null;
};
