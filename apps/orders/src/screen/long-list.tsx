import { lazy, Suspense, type ReactNode } from 'react';
import { wholeOf } from './shown-part';
import type { Windowed as WindowedComponent, WindowedProps } from './windowed';

const load = () => import(/* webpackChunkName: 'windowed' */ './windowed');

const Windowed = lazy(async () => ({ default: (await load()).Windowed })) as typeof WindowedComponent;

interface LongListProps<T> extends WindowedProps<T> {
  /** So many items are rendered as a whole. */
  maxWhole: number;
  /** Takes the place of a longer list until its code is here. */
  skeleton: ReactNode;
}

/** A list of any length. A short one is rendered as a whole; of a long one, the items near the viewport. */
export const LongList = <T,>({ maxWhole, skeleton, ...list }: LongListProps<T>) =>
  list.items.length <= maxWhole ? (
    list.children(wholeOf(list.items))
  ) : (
    <Suspense fallback={skeleton}>
      <Windowed {...list} />
    </Suspense>
  );
