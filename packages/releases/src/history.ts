import type { ReleaseChange } from '@portal/contract';

/** Who changes what is released, why, and when. */
export interface ChangeAuthor {
  who: string;
  why?: string;
  now: Date;
}

type History = readonly ReleaseChange[];

/** A history with one more change. */
export const withChange = (
  history: History,
  change: Pick<ReleaseChange, 'action' | 'versions' | 'percent'>,
  { who, why, now }: ChangeAuthor,
): ReleaseChange[] => [...history, { at: now.toISOString(), who, ...(why && { why }), ...change }];

/** What customers could get after a change: live versions as a stack (the last is live, the one below it previous). */
interface Served {
  lives: readonly string[];
  canary: string | null;
}

const NOTHING: Served = { lives: [], canary: null };

/** Going back takes off what was above; a version that is not below takes the place of the one that was live. */
const backTo = (lives: readonly string[], versions: readonly string[]): readonly string[] => {
  const place = lives.findLastIndex((version) => versions.includes(version));
  return place < 0 ? [...lives.slice(0, -1), ...versions] : lives.slice(0, place + 1);
};

/** Nobody goes from a version back to itself, once those between are gone. */
const without = (lives: readonly string[], versions: readonly string[]): readonly string[] =>
  lives
    .filter((version) => !versions.includes(version))
    .filter((version, place, rest) => version !== rest[place - 1]);

const after = ({ lives, canary }: Served, { action, versions, percent }: ReleaseChange): Served => {
  switch (action) {
    case 'promote':
      return {
        lives: [...lives, ...versions],
        canary: canary !== null && versions.includes(canary) ? null : canary,
      };
    case 'rollback':
      return { lives: backTo(lives, versions), canary: null };
    case 'canary':
      return { lives, canary: percent === undefined ? null : (versions.at(0) ?? null) };
    case 'prune':
      return { lives: without(lives, versions), canary };
    case 'publish':
      return { lives, canary };
  }
};

/**
 * The versions that one can go back through, the live one last: promoting puts a version on top, rolling back takes
 * off what is above it, so that going back twice never leads forward to the version that was left.
 */
export const livesOf = (history: History): readonly string[] => history.reduce(after, NOTHING).lives;

/** When a version was last live, previous or canary, by version; one that still is counts until the last change. */
export const lastServed = (history: History): ReadonlyMap<string, Date> => {
  const times = new Map<string, Date>();
  let served = NOTHING;
  for (const change of history) {
    for (const version of [...served.lives.slice(-2), served.canary])
      if (version !== null) times.set(version, new Date(change.at));
    served = after(served, change);
  }
  return times;
};
