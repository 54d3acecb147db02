import { Box, Button, Typography } from '@portal/theme';
import {
  defaultRangeExtractor,
  useVirtualizer,
  useWindowVirtualizer,
  type VirtualItem,
} from '@tanstack/react-virtual';
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
import { scrollerOf } from './scroller';
import { wholeOf, type ShownPart } from './shown-part';

export interface WindowedProps<T> {
  items: readonly T[];
  /** The estimated height of an item, and the gap between two. */
  itemPx: number;
  gapPx?: number;
  /** Tells the lists of a screen apart. */
  name: string;
  /** The item to begin with, and its distance from the top of the screen. */
  start?: { index: number; topPx: number } | undefined;
  texts: {
    /** Says that the browser's own search misses items. */
    note: string;
    showAll: string;
  };
  children: (part: ShownPart<T>) => ReactNode;
}

/**
 * Renders the items of a long list that are near the viewport, and all of them for print or when the customer asks.
 * They stay in the flow of the page, so a table stays a table.
 */
export const Windowed = <T,>({
  items,
  itemPx,
  gapPx,
  name,
  start: given,
  texts,
  children,
}: WindowedProps<T>) => {
  const box = useRef<HTMLDivElement>(null);
  const [start] = useState(given);
  const { scroller, topPx } = useScroller(box);
  const isPrinting = usePrinting();
  const [isWhole, setWhole] = useState(false);
  const [isFilling, startFilling] = useTransition();
  const [focused, setFocused] = useState<number>();
  const { memory, remember } = useMemory(name);

  const options = {
    count: items.length,
    estimateSize: () => itemPx,
    gap: gapPx ?? 0,
    overscan: OVERSCAN,
    scrollMargin: topPx,
    measureElement: blockPxOf,
    rangeExtractor: (range: Parameters<typeof defaultRangeExtractor>[0]) =>
      withFocused(defaultRangeExtractor(range), focused, items.length),
    ...(start && { scrollPaddingStart: start.topPx }),
    ...(memory && { initialOffset: memory.offset, initialMeasurementsCache: memory.sizes }),
  };
  const inPage = useWindowVirtualizer<Element>({ ...options, enabled: scroller === null });
  const inBox = useVirtualizer<Element, Element>({
    ...options,
    enabled: scroller !== null,
    getScrollElement: () => scroller,
  });
  const virtualizer = scroller ? inBox : inPage;

  const begin = useEffectEvent(() => {
    if (start && !memory) virtualizer.scrollToIndex(start.index, { align: 'start' });
  });
  useLayoutEffect(() => begin(), []);
  const leave = useEffectEvent(() =>
    remember({ offset: virtualizer.scrollOffset ?? 0, sizes: virtualizer.takeSnapshot() }),
  );
  useLayoutEffect(() => () => leave(), []);

  const followFocus = ({ target }: FocusEvent) => {
    const index = target.closest<HTMLElement>('[data-index]')?.dataset['index'];
    setFocused(index === undefined ? undefined : Number(index));
  };

  const part =
    isWhole || isPrinting
      ? { ...wholeOf(items), total: items.length }
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
          <Button size="small" loading={isFilling} onClick={() => startFilling(() => setWhole(true))}>
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
const withFocused = (indexes: number[], focused: number | undefined, count: number): number[] => {
  if (focused === undefined || focused >= count || indexes.includes(focused)) return indexes;
  return focused < (indexes[0] ?? 0) ? [focused, ...indexes] : [...indexes, focused];
};

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

const memories = new Map<string, Memory>();

/** Remembers the offset of each history entry, so that back and forward restore it. */
const useMemory = (name: string) => {
  const key = `${useLocation().key} ${name}`;
  const [memory] = useState(() => memories.get(key));
  return { memory, remember: (next: Memory) => void memories.set(key, next) };
};

/** The scrolling ancestor of the list, and the distance of the list from the start of its content. */
const useScroller = (list: RefObject<Element | null>) => {
  const [place, setPlace] = useState<{ scroller: Element | null; topPx: number }>({
    scroller: null,
    topPx: 0,
  });
  useLayoutEffect(() => {
    const measure = () => {
      if (!list.current) return;
      const scroller = scrollerOf(list.current);
      const listPx = list.current.getBoundingClientRect().top;
      const topPx = scroller
        ? listPx - scroller.getBoundingClientRect().top + scroller.scrollTop
        : listPx + window.scrollY;
      setPlace((known) =>
        known.scroller === scroller && Math.abs(known.topPx - topPx) < 1 ? known : { scroller, topPx },
      );
    };
    measure();
    // Content above the list moves it, and changes the height of the page.
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [list]);
  return place;
};
