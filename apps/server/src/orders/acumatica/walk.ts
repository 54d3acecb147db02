/** How many changes one request reads. */
export const PAGE = 1000;

/** Clocks are put back by an hour in autumn, and a transaction can end minutes after later ones. */
const OVERLAP_MS = 70 * 60_000;

/** How far the clock of the API user can be behind UTC, which that of the ERP is by. */
const FARTHEST_WEST_MS = 12 * 3_600_000;

/** How far the changes are known, in the times that the ERP writes, whatever zone these are in. */
export interface Known {
  /** The newest change that is not ahead of the ERP's clock. */
  newest: number;
  /** When it was found, by that clock. */
  foundAt: number;
}

export const startAt = (erpNow: number): Known => ({ newest: erpNow - FARTHEST_WEST_MS, foundAt: erpNow });

/** Since when a poll has to ask for changes. Later, nothing as old as the newest can appear any more. */
export const sinceOf = ({ newest, foundAt }: Known, erpNow: number): number => {
  if (erpNow - foundAt > OVERLAP_MS) return newest + 1;
  const isPutBackBy = Math.max(0, foundAt - erpNow);
  return newest - OVERLAP_MS - isPutBackBy;
};

/** Changes that are dated ahead say nothing about those that come. */
export const withChanges = (known: Known, moments: readonly number[], erpNow: number): Known => {
  const newest = Math.max(known.newest, ...moments.filter((moment) => moment <= erpNow));
  return newest > known.newest ? { newest, foundAt: erpNow } : known;
};
