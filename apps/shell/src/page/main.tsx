import { Box, type BoxProps } from '@portal/theme';
import { useEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';

/**
 * The main landmark. After a route change it takes the focus, so that a keyboard goes on from the new screen;
 * the browser itself restores the scroll position when going back and forward.
 */
export const Main = (props: BoxProps) => {
  const element = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const direction = useNavigationType();
  const shown = useRef(pathname);

  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    element.current?.focus({ preventScroll: true });
    if (direction !== 'POP') window.scrollTo(0, 0);
  }, [pathname, direction]);

  return <Box component="main" id="main" tabIndex={-1} ref={element} {...props} />;
};
