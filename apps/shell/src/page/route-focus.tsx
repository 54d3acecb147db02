import { useEffect, useRef } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom';
import { useSurface } from '@portal/theme';
import { useFocusMain } from './main';

/** Whether the customer was in the portal last, and not in the page around it. */
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
 * After a route change the main landmark takes the focus, so that a keyboard goes on from the new screen; the
 * browser itself restores the scroll position when going back and forward. A page around the portal stays where it
 * is, as long as the portal's top is in sight, and keeps the focus that is in it. Renders nothing.
 */
export const RouteFocus = () => {
  const { pathname } = useLocation();
  const direction = useNavigationType();
  const shown = useRef(pathname);
  const { host } = useSurface();
  const focusMain = useFocusMain();
  const isHere = useAttention(host);

  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    if (isHere.current) focusMain({ preventScroll: true });
    // The portal's own way to its first screen replaces; the page may ask for another.
    if (direction === NavigationType.Pop || (direction === NavigationType.Replace && !isHere.current)) return;
    if (!host) window.scrollTo(0, 0);
    else if (host.getBoundingClientRect().top < 0) host.scrollIntoView();
  }, [pathname, direction, host, isHere, focusMain]);

  return null;
};
