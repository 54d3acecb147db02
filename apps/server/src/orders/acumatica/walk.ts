import * as v from 'valibot';

/** How many changes one request reads. */
export const PAGE = 500;
/** A transaction of the ERP can end after later ones have been read. Repeated changes cost nothing. */
const OVERLAP_MS = 10 * 60_000;
const SHORTEST_WINDOW_MS = 1000;
/** Orders that change meanwhile move others to earlier pages of the same second. */
const PAGE_OVERLAP = 20;

/** A change that Acumatica reports: `id` is the key of an order, or the record whose events changed. */
export interface Change {
  id: string;
  modified: Date;
}

/** Where a walk is: from when, up to when (absent: everything newer), and how many of a crowded second it has. */
const positionSchema = v.object({
  from: v.number(),
  width: v.optional(v.number()),
  skip: v.optional(v.number(), 0),
});

export type Position = v.InferOutput<typeof positionSchema>;

/**
 * Acumatica neither sorts nor counts. A window of time with few enough changes is read whole, and the next one is wider
 * if these were few; one with too many is halved. Only a single second with too many, such as after a mass update, is
 * read in pages.
 * @param readWindow reads one more change than a page has, if there are so many
 * @returns a page of changes since a moment, or from the position that the page before returned
 */
export const readPage = async (
  readWindow: (window: Position) => Promise<Change[]>,
  now: () => number,
  since: Date,
  position?: object,
): Promise<{ changes: Change[]; position: object; isLast: boolean }> => {
  let at: Position = position
    ? v.parse(positionSchema, position)
    : { from: since.getTime() - OVERLAP_MS, skip: 0 };
  for (;;) {
    const changes = await readWindow(at);
    const { from, skip, width = Math.max(now() - from, 2 * SHORTEST_WINDOW_MS) } = at;
    const isWhole = changes.length <= PAGE;
    if (isWhole && at.width === undefined) {
      const newest = Math.max(from, ...changes.map(({ modified }) => modified.getTime() - OVERLAP_MS));
      return { changes, position: { from: Math.min(newest, now() - OVERLAP_MS) }, isLast: true };
    }
    if (isWhole) {
      const [next, wider] = [from + width, changes.length < PAGE / 2 ? width * 2 : width];
      const isOpen = next + wider >= now();
      return { changes, position: { from: next, ...(!isOpen && { width: wider }) }, isLast: false };
    }
    if (width <= SHORTEST_WINDOW_MS)
      return { changes, position: { from, width, skip: skip + PAGE - PAGE_OVERLAP }, isLast: false };
    at = { from, width: Math.max(SHORTEST_WINDOW_MS, Math.floor(width / 2)), skip: 0 };
  }
};
