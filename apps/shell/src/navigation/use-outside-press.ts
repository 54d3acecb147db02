import { useSurface } from '@portal/theme';
import { useEffect } from 'react';

/**
 * Tells that somebody pressed the page around the portal. What is laid over the portal covers the portal alone, so
 * that only a page of its own is covered whole: there this is never called.
 */
export const useOutsidePress = (active: boolean, onPress: () => void): void => {
  const { host } = useSurface();
  useEffect(() => {
    if (!host || !active) return undefined;
    const listen = (event: PointerEvent) => {
      if (!event.composedPath().includes(host)) onPress();
    };
    document.addEventListener('pointerdown', listen);
    return () => document.removeEventListener('pointerdown', listen);
  }, [host, active, onPress]);
};
