import { useEffect, useRef } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom';
import { focusMain } from './main';

/**
 * After a route change the main landmark takes the focus, so that a keyboard goes on from the new screen; the
 * browser itself restores the scroll position when going back and forward. Renders nothing.
 */
export const RouteFocus = () => {
  const { pathname } = useLocation();
  const direction = useNavigationType();
  const shown = useRef(pathname);

  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    focusMain({ preventScroll: true });
    if (direction !== NavigationType.Pop) window.scrollTo(0, 0);
  }, [pathname, direction]);

  return null;
};
