import { createTheme, useTheme, type Breakpoint, type Breakpoints } from '@mui/material/styles';
import { useCallback, useSyncExternalStore } from 'react';
import { CONTAINER, useSurface } from './surface';

const MEDIA = createTheme().breakpoints;

const query = (media: string): string => media.replace('@media', `@container ${CONTAINER}`);

/** MUI's breakpoints as container queries, so that an embedded portal fits its column. */
export const containerBreakpoints = {
  up: (key) => query(MEDIA.up(key)),
  down: (key) => query(MEDIA.down(key)),
  between: (start, end) => query(MEDIA.between(start, end)),
  only: (key) => query(MEDIA.only(key)),
  not: (key) => `@container ${CONTAINER} not ${MEDIA.only(key).replace('@media ', '')}`,
  internal_mediaKeys: MEDIA.keys.map((key: Breakpoint) => query(MEDIA.up(key))),
} satisfies Partial<Breakpoints>;

/** Widths as the browser reported them. Reading one from the page would make the browser lay it out at once. */
const widths = new WeakMap<HTMLElement, number>();

/**
 * Calls `onChange` in the frame after a change of the box's size. To change the layout within the observer's callback
 * would be an error of the page: "ResizeObserver loop".
 */
export const observeSize = (box: HTMLElement, onChange: () => void): (() => void) => {
  let frame = 0;
  const observer = new ResizeObserver(() => {
    // A page that hides the portal, as tabs do, must not change its layout to that of phones and back.
    if (box.clientWidth > 0) widths.set(box, box.clientWidth);
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(onChange);
  });
  observer.observe(box);
  return () => {
    cancelAnimationFrame(frame);
    observer.disconnect();
    widths.delete(box);
  };
};

const widthOf = (box: HTMLElement): number => {
  const width = widths.get(box) ?? box.clientWidth;
  widths.set(box, width);
  return width;
};

/** Whether the portal's box is at least as wide as `breakpoint`: `theme.breakpoints.up` for components. */
export const useContainerUp = (breakpoint: Breakpoint): boolean => {
  const { box } = useSurface();
  const { values } = useTheme().breakpoints;
  const subscribe = useCallback((onChange: () => void) => observeSize(box, onChange), [box]);
  return useSyncExternalStore(subscribe, () => widthOf(box) >= values[breakpoint]);
};
