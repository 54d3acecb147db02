import { Box, Button } from '@portal/theme';
import { useEffect, useEffectEvent, useRef, useState, useTransition, type ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { usePrintTime } from './printing';

/** How many items are rendered at first, and added each time. */
const STEP = 25;

/** How far below the viewport the end of the list may be before more items are added. */
const AHEAD = '1000px';

/** An item and its key for React. */
export interface Keyed<T> {
  key: string;
  item: T;
}

interface LongListProps<T> {
  items: readonly T[];
  /** Tells an item from the others. */
  identityOf: (item: T) => string | undefined;
  /** How many items are rendered in any case. */
  atLeast?: number;
  /** The name of the button that renders all items. */
  showAll: string;
  /** Renders the first items of the list. */
  children: (shown: readonly Keyed<T>[]) => ReactNode;
}

/** Gives items keys that stay when others come, go or move. Counts: a server may send an item twice, or without a number. */
export const withKeys = <T,>(
  items: readonly T[],
  identityOf: (item: T) => string | undefined,
): Keyed<T>[] => {
  const counts = new Map<string, number>();
  return items.map((item) => {
    const identity = identityOf(item) ?? '';
    const count = (counts.get(identity) ?? 0) + 1;
    counts.set(identity, count);
    return { key: `${count} ${identity}`, item };
  });
};

/** How many items a history entry showed, so that back and forward find the same page. */
const counts = new Map<string, number>();

/** Renders the start of a long list, and more of it as the customer comes near its end. For print, renders all of it. */
export const LongList = <T,>({ items, identityOf, atLeast = 0, showAll, children }: LongListProps<T>) => {
  const { key } = useLocation();
  const [wanted, setCount] = useState(() => counts.get(key) ?? STEP);
  const count = Math.max(wanted, atLeast);
  const [isAdding, startAdding] = useTransition();
  const isWhole = usePrintTime() !== undefined || items.length <= count;
  const shown = isWhole ? items : items.slice(0, count);
  useEffect(() => void counts.set(key, wanted), [key, wanted]);

  const end = useRef<HTMLDivElement>(null);
  const addMore = useEffectEvent(() => startAdding(() => setCount(count + STEP)));
  useEffect(() => {
    if (!end.current) return undefined;
    // A new observer for each step: it reports at once whether the end is still near.
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) addMore();
      },
      { rootMargin: AHEAD },
    );
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [count, isWhole]);

  return (
    <>
      {children(withKeys(shown, identityOf))}
      {!isWhole && (
        <Box ref={end} sx={{ mt: 2, textAlign: 'center' }}>
          <Button loading={isAdding} onClick={() => startAdding(() => setCount(Infinity))}>
            {showAll}
          </Button>
        </Box>
      )}
    </>
  );
};
