/** A rendered item, and the height of the skipped items right before it. */
interface ShownItem<T> {
  item: T;
  index: number;
  gapPx: number;
}

/** The part of a list that is rendered. */
export interface ShownPart<T> {
  shown: readonly ShownItem<T>[];
  /** The height of the items after the last one that is rendered. */
  restPx: number;
  /** The number of all items. */
  total: number;
  /** A ref for each item's element, which must have its index in `data-index`. */
  measure?: (element: Element | null) => void;
}

/** A list that is rendered as a whole. */
export const wholeOf = <T>(items: readonly T[]): ShownPart<T> => ({
  shown: items.map((item, index) => ({ item, index, gapPx: 0 })),
  restPx: 0,
  total: items.length,
});
