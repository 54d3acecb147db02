import { Box, Button, Typography } from '@portal/theme';
import { defaultRangeExtractor, useWindowVirtualizer, type VirtualItem } from '@tanstack/react-virtual';
import {
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  useTransition,
  type FocusEvent,
  type ReactNode,
  type RefObject,
} from 'react';
import { useLocation } from 'react-router-dom';
import { usePrinting } from './printing';
import { wholeOf, type ShownPart } from './shown-part';

export interface WindowedProps<T> {
  items: readonly T[];
  /** The estimated height of an item, and the gap between two. */
  itemPx: number;
  gapPx?: number;
  texts: {
    /** Says that the browser's own search misses items. */
    note: string;
    showAll: string;
  };
  children: (part: ShownPart<T>) => ReactNode;
}

/**
 * Renders the items of a long list that are near the viewport, and all of them for print, when the customer asks, and
 * in an embedder's box that scrolls. They stay in the flow of the page, so a table stays a table.
 */
export const Windowed = <T,>({ items, itemPx, gapPx = 0, texts, children }: WindowedProps<T>) => {
  const box = useRef<HTMLDivElement>(null);
  const { topPx, isInBox } = usePosition(box);
  const isPrinting = usePrinting();
  const [hasAll, setHasAll] = useState(false);
  const [isFilling, startFilling] = useTransition();
  const [focused, setFocused] = useState<number>();
  const { key, pathname } = useLocation();
  // The first entry of every page has the same key.
  const entry = `${key} ${pathname}`;
  const [memory] = useState(() => memories.get(entry));

  const virtualizer = useWindowVirtualizer<Element>({
    count: items.length,
    estimateSize: () => itemPx,
    gap: gapPx,
    overscan: OVERSCAN,
    scrollMargin: topPx,
    measureElement: blockPxOf,
    rangeExtractor: (range) => withFocused(defaultRangeExtractor(range), focused, items.length),
    ...(memory && { initialOffset: memory.offset, initialMeasurementsCache: memory.sizes }),
    enabled: !isInBox,
  });
  const remember = useEffectEvent(() =>
    memories.set(entry, { offset: virtualizer.scrollOffset ?? 0, sizes: virtualizer.takeSnapshot() }),
  );
  useLayoutEffect(() => () => void remember(), []);

  const followFocus = ({ target }: FocusEvent) => {
    const index = target.closest<HTMLElement>('[data-index]')?.dataset['index'];
    setFocused(index === undefined ? undefined : Number(index));
  };

  const isWhole = hasAll || isInBox;
  const part =
    isWhole || isPrinting
      ? wholeOf(items)
      : {
          ...partOf(items, virtualizer.getVirtualItems(), virtualizer.getTotalSize(), topPx),
          measure: virtualizer.measureElement,
        };
  return (
    // Turns off scroll anchoring of the browser: the virtualizer corrects the offset when heights change.
    <Box ref={box} onFocus={followFocus} sx={{ overflowAnchor: 'none' }}>
      {!isWhole && (
        <Typography variant="body2" component="div" sx={noteStyles}>
          {texts.note}{' '}
          <Button size="small" loading={isFilling} onClick={() => startFilling(() => setHasAll(true))}>
            {texts.showAll}
          </Button>
        </Typography>
      )}
      {children(part)}
    </Box>
  );
};

/** Items beyond the viewport that are rendered, in each direction. */
const OVERSCAN = 5;

const noteStyles = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: 1,
  marginBlockEnd: 1,
  color: 'text.secondary',
  '@media print': { display: 'none' },
};

/** Unrounded: the rounding errors of many items would add up. */
const blockPxOf = (element: Element): number => element.getBoundingClientRect().height;

/** Keeps the focused item rendered, so that it keeps the focus. */
const withFocused = (indexes: number[], focused: number | undefined, count: number): number[] =>
  focused === undefined || focused >= count
    ? indexes
    : [...new Set([...indexes, focused])].sort((one, other) => one - other);

const partOf = <T,>(
  items: readonly T[],
  virtual: readonly VirtualItem[],
  totalPx: number,
  topPx: number,
): ShownPart<T> => {
  let end = topPx;
  const shown = virtual.flatMap(({ index, start, end: next }) => {
    // Sums of fractional heights are not exact.
    const gapPx = start - end < 0.5 ? 0 : start - end;
    end = next;
    const item = items[index];
    return item === undefined ? [] : [{ item, index, gapPx }];
  });
  return { shown, restPx: topPx + totalPx - end, total: items.length };
};

/** The scroll offset of a history entry, and the heights that were measured there. */
interface Memory {
  offset: number;
  sizes: VirtualItem[];
}

/** By history entry, so that back and forward restore the offset. */
const memories = new Map<string, Memory>();

const parentOf = (element: Element): Element | null => {
  const root = element.getRootNode();
  return element.parentElement ?? (root instanceof ShadowRoot ? root.host : null);
};

/** Whether an ancestor scrolls, across shadow roots: an embedder may place the portal in such a box. */
const isInScrollingBox = (element: Element): boolean => {
  for (let box = parentOf(element); box && box !== document.body; box = parentOf(box))
    if (box.scrollHeight > box.clientHeight && /auto|scroll/.test(getComputedStyle(box).overflowY))
      return true;
  return false;
};

/** The distance of the list from the top of the page, and whether it is in a box that scrolls. */
const usePosition = (list: RefObject<Element | null>) => {
  const [position, setPosition] = useState({ topPx: 0, isInBox: false });
  useLayoutEffect(() => {
    const measure = () => {
      if (!list.current) return;
      const topPx = list.current.getBoundingClientRect().top + window.scrollY;
      const isInBox = isInScrollingBox(list.current);
      setPosition((last) =>
        last.isInBox === isInBox && Math.abs(last.topPx - topPx) < 1 ? last : { topPx, isInBox },
      );
    };
    measure();
    // Content above the list moves it, and changes the height of the page.
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [list]);
  return position;
};
