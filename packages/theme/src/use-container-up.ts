import { useTheme, type Breakpoint } from '@mui/material/styles';
import { useCallback, useSyncExternalStore } from 'react';
import { useSurface } from './surface';

/**
 * Whether the box that the portal fills is at least as wide as a breakpoint: `theme.breakpoints.up` for what styles
 * cannot do.
 */
export const useContainerUp = (breakpoint: Breakpoint): boolean => {
  const { box } = useSurface();
  const { values } = useTheme().breakpoints;
  const subscribe = useCallback(
    (onChange: () => void) => {
      const observer = new ResizeObserver(onChange);
      observer.observe(box);
      return () => observer.disconnect();
    },
    [box],
  );
  return useSyncExternalStore(subscribe, () => box.clientWidth >= values[breakpoint]);
};
