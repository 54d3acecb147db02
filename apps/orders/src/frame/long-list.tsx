import { Box, Button } from '@portal/theme';
import { useEffect, useEffectEvent, useRef, useState, useTransition, type ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { usePrinting } from './printing';

/** How many items are rendered at first, and added each time. */
const STEP = 25;

/** How far below the viewport the end of the list may be before more items are added. */
const AHEAD = '1000px';

interface LongListProps<T> {
  items: readonly T[];
  /** Tells an item from the others. */
  identityOf: (item: T) => string | undefined;
  /** How many items are rendered in any case. */
  atLeast?: number;
  /** The name of the button that renders all items. */
  showAll: string;
  /** Renders the first items of the list, with keys that stay when others come, go or move. */
  children: (shown: readonly T[], keys: readonly string[]) => ReactNode;
}

/** Keys of these identities. They are counted: a server may send an item twice, or without a number. */
const keysOf = (identities: readonly (string | undefined)[]): string[] => {
  const counts = new Map<string, number>();
  return identities.map((identity = '') => {
    const count = (counts.get(identity) ?? 0) + 1;
    counts.set(identity, count);
    return `${count} ${identity}`;
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
  const isWhole = usePrinting() || items.length <= count;
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
      {children(shown, keysOf(shown.map(identityOf)))}
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
