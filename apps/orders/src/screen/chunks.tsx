import {
  memo,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type ComponentType,
  type CSSProperties,
  type ReactNode,
  type RefObject,
} from 'react';
import { flushSync } from 'react-dom';

export interface ItemProps<T> {
  item: T;
  index: number;
  /** The number of all items, if the list is in chunks. */
  chunkedOf?: number;
}

/** The element of a list, in chunks or not. Without `role`, Safari does not announce one that has no markers. */
export const asList = (element: 'ul' | 'ol', chunkedOf: number | undefined) =>
  ({ component: chunkedOf === undefined ? element : 'div', role: 'list' }) as const;

/** The element of an item in such a list; a `ul` cannot have chunks of `li`. */
export const asListItem = (index: number, chunkedOf: number | undefined) =>
  chunkedOf === undefined
    ? ({ component: 'li' } as const)
    : ({
        component: 'div',
        role: 'listitem',
        'aria-posinset': index + 1,
        'aria-setsize': chunkedOf,
      } as const);

/** What surrounds the items of a chunk. Its element takes them all. */
export interface ChunkBoxProps {
  ref: RefObject<(HTMLDivElement & HTMLTableSectionElement) | null>;
  style: CSSProperties | undefined;
  children: ReactNode;
}

interface ChunksProps<T> {
  items: readonly T[];
  /** The data that `items` comes from. A list that is shown again for the same data has the same size as it had. */
  source: object;
  /** The number of items in a chunk, and about how many px an item takes. */
  size: number;
  itemPx: number;
  Box: ComponentType<ChunkBoxProps>;
  Item: ComponentType<ItemProps<T>>;
}

/** A chunk when it was last shown. */
interface Place {
  blockPx: number;
  near: boolean;
}

const placesOf = new WeakMap<object, Place[]>();

/**
 * A long list that is usable at once: the first items are rendered; a thousand follow while the browser is idle, all when
 * they come near the viewport, or are printed. Until then, their chunk reserves their place. The browser neither lays out nor draws
 * chunks that are far from the viewport, but finds and prints them, and Tab reaches them.
 */
export const Chunks = <T,>({ items, source, size, ...chunk }: ChunksProps<T>) => {
  const chunks = useMemo(
    () =>
      Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
        items.slice(index * size, (index + 1) * size),
      ),
    [items, size],
  );
  const places = placesOf.get(source) ?? [];
  placesOf.set(source, places);
  return chunks.map((part, index) => (
    <Chunk
      key={index}
      {...chunk}
      items={part}
      first={index * size}
      chunkedOf={items.length}
      place={(places[index] ??= { blockPx: part.length * chunk.itemPx, near: index === 0 })}
    />
  ));
};

/**
 * So many items are there once the browser was idle, and its search finds them. Filling 10,000 orders would take 15
 * seconds of CPU, and a phone's battery.
 */
const MAX_IDLE_ITEMS = 1000;

/** Calls `run` when the browser has nothing else to do; without `requestIdleCallback`, after what waits now. */
const whenIdle = (run: () => void): (() => void) => {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(run);
    return () => clearTimeout(timer);
  }
  const request = requestIdleCallback(run);
  return () => cancelIdleCallback(request);
};

interface ChunkProps<T> extends Pick<ChunksProps<T>, 'items' | 'Box' | 'Item'> {
  first: number;
  chunkedOf: number;
  place: Place;
}

const ChunkOf = <T,>({ items, first, chunkedOf, place, Box, Item }: ChunkProps<T>) => {
  const box = useRef<HTMLDivElement & HTMLTableSectionElement>(null);
  const [blockPx] = useState(place.blockPx);
  const [filled, setFilled] = useState(place.near);

  useEffect(() => {
    if (filled) return undefined;
    // Each chunk on its own: the browser stops calling when its idle time is over.
    const fill = () => flushSync(() => setFilled(true));
    const cancel = first < MAX_IDLE_ITEMS ? whenIdle(fill) : undefined;
    window.addEventListener('beforeprint', fill);
    return () => {
      cancel?.();
      window.removeEventListener('beforeprint', fill);
    };
  }, [filled, first]);

  useEffect(() => {
    const element = box.current;
    const move = (event: Event) => {
      place.near = 'skipped' in event && !event.skipped;
      if (place.near) flushSync(() => setFilled(true));
    };
    element?.addEventListener('contentvisibilityautostatechange', move);
    return () => element?.removeEventListener('contentvisibilityautostatechange', move);
  }, [place]);

  useLayoutEffect(() => {
    const element = box.current;
    return () => {
      if (element) place.blockPx = element.offsetHeight;
    };
  }, [place]);

  return (
    <Box ref={box} style={first === 0 ? undefined : placeStyle(blockPx, filled)}>
      {filled &&
        items.map((item, index) => (
          <Item key={index} item={item} index={first + index} chunkedOf={chunkedOf} />
        ))}
    </Box>
  );
};

const placeStyle = (blockPx: number, filled: boolean): CSSProperties => ({
  contentVisibility: 'auto',
  containIntrinsicBlockSize: `auto ${blockPx}px`,
  // Room for the outline of a focus, and for a line that leads to the next chunk.
  overflowClipMargin: 4,
  // Near the viewport, an element has the size of its content.
  minBlockSize: filled ? undefined : blockPx,
});

const Chunk = memo(ChunkOf) as typeof ChunkOf;
