import { useEffect, useRef } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom';
import { useSurface } from '@portal/theme';
import { useFocusMain } from './main';

/**
 * After a route change the main landmark takes the focus, so that a keyboard goes on from the new screen; the
 * browser itself restores the scroll position when going back and forward. A page around the portal stays where it
 * is, as long as the portal's top is in sight. Renders nothing.
 */
export const RouteFocus = () => {
  const { pathname } = useLocation();
  const direction = useNavigationType();
  const shown = useRef(pathname);
  const { host } = useSurface();
  const focusMain = useFocusMain();

  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    focusMain({ preventScroll: true });
    if (direction === NavigationType.Pop) return;
    if (!host) window.scrollTo(0, 0);
    else if (host.getBoundingClientRect().top < 0) host.scrollIntoView();
  }, [pathname, direction, host, focusMain]);

  return null;
};
