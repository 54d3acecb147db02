import {
  memo,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type ComponentType,
  type CSSProperties,
} from 'react';
import { flushSync } from 'react-dom';

/** A part of a long list: `first` is the index of its first item. */
export interface ChunkItemsProps<T> {
  items: readonly T[];
  first: number;
  /** Whether the items are near the viewport, or were. Elsewhere, they need their text and links, but not their looks. */
  near: boolean;
}

interface ChunksProps<T> {
  items: readonly T[];
  /** The data that `items` comes from. A list that is shown again for the same data has the same size as it had. */
  source: object;
  /** The number of items in a chunk, and about how many px an item takes. */
  size: number;
  itemPx: number;
  component: 'div' | 'tbody';
  role: 'rowgroup' | 'none';
  /** Shows the items of a chunk. */
  Items: ComponentType<ChunkItemsProps<T>>;
}

/** A chunk of the list when it was last shown. */
interface Remembered {
  blockPx: number;
  near: boolean;
}

const rememberedOf = new WeakMap<object, Remembered[]>();

/**
 * A long list that is usable at once. Items near the viewport are rendered; the others follow while the browser is
 * idle, so that it finds and prints them, and a screen reader reads them. Until then, their chunk reserves their place.
 */
export const Chunks = <T,>({ items, source, size, ...chunk }: ChunksProps<T>) => {
  const chunks = useMemo(
    () =>
      Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
        items.slice(index * size, (index + 1) * size),
      ),
    [items, size],
  );
  const remembered = rememberedOf.get(source) ?? [];
  rememberedOf.set(source, remembered);
  return chunks.map((part, index) => (
    <Chunk key={index} {...chunk} items={part} index={index} first={index * size} remembered={remembered} />
  ));
};

const nearCallbacks = new WeakMap<Element, () => void>();

const onNear: IntersectionObserverCallback = (entries) => {
  for (const { isIntersecting, target } of entries) if (isIntersecting) nearCallbacks.get(target)?.();
};

let observer: IntersectionObserver | undefined;

/** Calls `run` whenever an element comes near what the customer sees. */
const whenNear = (element: Element, run: () => void): (() => void) => {
  const shared = (observer ??= new IntersectionObserver(onNear, { rootMargin: '50% 0%' }));
  nearCallbacks.set(element, run);
  shared.observe(element);
  return () => shared.unobserve(element);
};

/** Calls `run` when the browser has nothing else to do; Safari says only when it has time. */
const whenIdle = (run: () => void): (() => void) => {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(run);
    return () => clearTimeout(timer);
  }
  const request = requestIdleCallback(run);
  return () => cancelIdleCallback(request);
};

type Stage = 'reserved' | 'far' | 'near';

interface ChunkProps<T> extends Omit<ChunksProps<T>, 'source' | 'size'> {
  index: number;
  first: number;
  remembered: Remembered[];
}

const ChunkOf = <T,>({
  items,
  index,
  first,
  itemPx,
  remembered,
  component: Element,
  role,
  Items,
}: ChunkProps<T>) => {
  const box = useRef<HTMLDivElement & HTMLTableSectionElement>(null);
  const before = remembered[index];
  const [blockPx] = useState(before?.blockPx ?? items.length * itemPx);
  const [stage, setStage] = useState<Stage>(index === 0 || before?.near ? 'near' : 'reserved');

  useEffect(() => {
    if (stage !== 'reserved') return undefined;
    // Each chunk on its own: the browser stops calling when its idle time is over.
    const fill = () => flushSync(() => setStage((now) => (now === 'reserved' ? 'far' : now)));
    window.addEventListener('beforeprint', fill);
    const cancel = whenIdle(fill);
    return () => {
      window.removeEventListener('beforeprint', fill);
      cancel();
    };
  }, [stage]);

  useEffect(() => {
    const element = box.current;
    if (stage === 'near' || !element) return undefined;
    return whenNear(element, () => {
      const links = () => [...element.querySelectorAll('a')];
      const focused = links().findIndex((link) => link.matches(':focus'));
      flushSync(() => setStage('near'));
      // A link that is drawn anew loses the focus.
      links()[focused]?.focus({ preventScroll: true });
    });
  }, [stage]);

  useLayoutEffect(() => {
    const element = box.current;
    return () => {
      if (element) remembered[index] = { blockPx: element.offsetHeight, near: stage === 'near' };
    };
  }, [remembered, index, stage]);

  return (
    <Element ref={box} role={role} style={index === 0 ? undefined : placeOf(stage, blockPx)}>
      {stage !== 'reserved' && <Items items={items} first={first} near={stage === 'near'} />}
    </Element>
  );
};

/** The browser lays out and draws a chunk only near the viewport; before, `blockPx` stands for its size. */
const placeOf = (stage: Stage, blockPx: number): CSSProperties =>
  stage === 'reserved'
    ? { minBlockSize: blockPx }
    : { contentVisibility: 'auto', containIntrinsicBlockSize: `auto ${blockPx}px` };

const Chunk = memo(ChunkOf) as typeof ChunkOf;
