import { lazy, Suspense, type ReactNode } from 'react';
import { wholeOf } from './shown-part';
import type { Windowed as WindowedComponent, WindowedProps } from './windowed';

const load = () => import(/* webpackChunkName: 'windowed' */ './windowed');

const Windowed = lazy(async () => ({ default: (await load()).Windowed })) as typeof WindowedComponent;

interface LongListProps<T> extends WindowedProps<T> {
  /** A longer list renders only the items near the viewport. */
  maxWhole: number;
  /** Takes the place of a longer list until its chunk has loaded. */
  skeleton: ReactNode;
}

/** Renders all items of a short list, and those near the viewport of a long one. */
export const LongList = <T,>({ maxWhole, skeleton, ...list }: LongListProps<T>) =>
  list.items.length <= maxWhole ? (
    list.children(wholeOf(list.items))
  ) : (
    <Suspense fallback={skeleton}>
      <Windowed {...list} />
    </Suspense>
  );
