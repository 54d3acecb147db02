/** An item that is rendered, and the height of the items right before it that are not. */
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
  /** The number of all items, if not all of them are rendered. */
  total?: number;
  /** A ref of each item's element, which also needs its index as `data-index`. */
  measure?: (element: Element | null) => void;
}

/** A list that is rendered as a whole. */
export const wholeOf = <T>(items: readonly T[]): ShownPart<T> => ({
  shown: items.map((item, index) => ({ item, index, gapPx: 0 })),
  restPx: 0,
});
