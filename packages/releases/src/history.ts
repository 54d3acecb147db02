import type { ReleaseChange } from '@portal/contract';

/** The author of a change, with reason and time. */
export interface ChangeAuthor {
  who: string;
  why?: string | undefined;
  now: Date;
}

type History = readonly ReleaseChange[];

/** Appends a change to a history. */
export const withChange = (
  history: History,
  change: Pick<ReleaseChange, 'action' | 'versions' | 'percent'>,
  { who, why, now }: ChangeAuthor,
): ReleaseChange[] => [...history, { at: now.toISOString(), who, ...(why && { why }), ...change }];

/** The state after a change: a stack of live versions (the top is live, the next is previous), and the canary. */
interface LiveState {
  lives: readonly string[];
  canary: string | null;
}

const NOTHING: LiveState = { lives: [], canary: null };

/** Pops the stack down to the version; a version that is not on it replaces the top. */
const backTo = (lives: readonly string[], versions: readonly string[]): readonly string[] => {
  const place = lives.findLastIndex((version) => versions.includes(version));
  return place < 0 ? [...lives.slice(0, -1), ...versions] : lives.slice(0, place + 1);
};

/** Removes versions, then merges equal neighbors, so that no version rolls back to itself. */
const livesWithout = (lives: readonly string[], versions: readonly string[]): readonly string[] =>
  lives
    .filter((version) => !versions.includes(version))
    .filter((version, place, rest) => version !== rest[place - 1]);

const after = ({ lives, canary }: LiveState, { action, versions, percent }: ReleaseChange): LiveState => {
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
      return { lives: livesWithout(lives, versions), canary };
    case 'publish':
      return { lives, canary };
  }
};

/**
 * The stack of live versions, the current one last: a promotion pushes, a rollback pops. Two rollbacks therefore never
 * lead forward to the version that was left.
 */
export const livesOf = (history: History): readonly string[] => history.reduce(after, NOTHING).lives;

/** When each version was last live, previous or canary; a current one counts until the last change. */
export const lastServed = (history: History): ReadonlyMap<string, Date> => {
  const times = new Map<string, Date>();
  let state = NOTHING;
  for (const change of history) {
    for (const version of [...state.lives.slice(-2), state.canary])
      if (version !== null) times.set(version, new Date(change.at));
    state = after(state, change);
  }
  return times;
};
