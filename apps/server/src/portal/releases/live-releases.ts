import type { ReleaseState } from './release-store';
import type { ReleaseProblem } from './release';

/** How long a state is used before the database is asked for a newer one: a promotion shows after this time. */
const MAX_AGE_MS = 1000;
const PATIENCE_MS = { next: 1000, first: 5000 };

/** The releases in use, and why they may be old. */
export interface LiveReleases extends ReleaseState {
  problems: readonly ReleaseProblem[];
}

const silent = (cause?: unknown): ReleaseProblem => ({
  name: 'releases',
  problem: 'The database does not answer: the portal serves the releases that it knows.',
  cause,
});

interface Sources {
  readRevision: () => Promise<number>;
  read: () => Promise<ReleaseState>;
  /** Called after each look. */
  onLook: (state: LiveReleases) => void;
  /** A monotonic clock, in milliseconds. */
  now: () => number;
  /** How long requests wait for a look: `next` when there is a state already, `first` when there is none. */
  patienceMs?: { next: number; first: number };
}

/** The current releases. While the database does not answer, the last ones stay in use, and no request waits. */
export const liveReleases = ({ readRevision, read, onLook, now, patienceMs = PATIENCE_MS }: Sources) => {
  let state: LiveReleases = { revision: -1, releases: [], problems: [] };
  let lookedAt = -Infinity;
  let looking: Promise<void> | undefined;

  const use = (next: ReleaseState, problems: readonly ReleaseProblem[]) => {
    // The same array while nothing changes: resolutions are cached by it.
    state = { revision: next.revision, releases: next.releases, problems };
    onLook(state);
  };

  const look = async () => {
    try {
      const revision = await readRevision();
      use(revision === state.revision ? state : await read(), []);
    } catch (cause) {
      use(state, [silent(cause)]);
    }
  };

  const atMost = (milliseconds: number, work: Promise<void>): Promise<void> =>
    new Promise((resolve) => {
      const giveUp = setTimeout(() => {
        use(state, [silent()]);
        resolve();
      }, milliseconds);
      void work.finally(() => clearTimeout(giveUp)).then(resolve);
    });

  /** Resolves when the look is done or the wait times out. */
  let inTime: Promise<void> = Promise.resolve();

  return async (): Promise<LiveReleases> => {
    if (!looking && now() - lookedAt >= MAX_AGE_MS) {
      lookedAt = now();
      looking = look().finally(() => (looking = undefined));
      inTime = atMost(state.revision < 0 ? patienceMs.first : patienceMs.next, looking);
    }
    // After a failed look, requests go on with what is known, and the next look runs beside them.
    if (state.problems.length === 0 || state.revision < 0) await inTime;
    return state;
  };
};

type Write = (details: { release: string; err?: unknown }, message: string) => void;

/** The logger for problems. */
interface Log {
  error: Write;
  info: Write;
}

const keyOf = ({ name, problem }: ReleaseProblem): string => `${name}: ${problem}`;

/** Logs each problem once when it begins and once when it ends. */
export const createProblemLog = (log: Log) => {
  let known = new Map<string, ReleaseProblem>();
  return (problems: readonly ReleaseProblem[]): void => {
    const current = new Map(problems.map((problem) => [keyOf(problem), problem]));
    for (const [key, { name, problem, cause }] of current)
      if (!known.has(key)) log.error({ release: name, ...(cause !== undefined && { err: cause }) }, problem);
    for (const [key, { name, problem }] of known)
      if (!current.has(key)) log.info({ release: name }, `Resolved: ${problem}`);
    known = current;
  };
};
