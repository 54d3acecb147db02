import type { ReleaseProblem } from './release';
import type { Servable } from './servable';

/** How long a state is used before the database is asked for a newer one: a promotion shows after this time. */
const MAX_AGE_MS = 1000;
/** How long requests wait for an answer: `next` when there is a state already, `first` when there is none. */
const PATIENCE_MS = { next: 1000, first: 5000 };

const SILENT: ReleaseProblem = {
  name: 'releases',
  problem: 'The database does not answer: the portal serves the releases that it knows.',
};

interface Sources {
  /** Reads the releases; undefined if they are those of the revision. */
  read: (revision: number | undefined) => Promise<(Servable & { revision: number }) | undefined>;
  /** Called after each look. */
  onLook: (releases: Servable) => void;
  /** A monotonic clock, in milliseconds. */
  now: () => number;
  patienceMs?: typeof PATIENCE_MS;
}

/** The current releases. While the database does not answer, the last ones stay in use, and no request waits. */
export const liveReleases = ({ read, onLook, now, patienceMs = PATIENCE_MS }: Sources) => {
  let known: Servable & { revision?: number } = { releases: [], problems: [] };
  let silence: ReleaseProblem | undefined;
  let lookedAt = -Infinity;
  let looking: Promise<void> | undefined;
  /** Resolves when the look is done, or takes too long. */
  let inTime: Promise<void> = Promise.resolve();

  const current = (): Servable => ({
    ...known,
    problems: [...(silence ? [silence] : []), ...known.problems],
  });

  const look = async () => {
    try {
      known = (await read(known.revision)) ?? known;
      silence = undefined;
    } catch (cause) {
      silence = { ...SILENT, cause };
    }
    onLook(current());
  };

  const atMost = (milliseconds: number, work: Promise<void>): Promise<void> =>
    new Promise((resolve) => {
      const giveUp = setTimeout(() => {
        silence = SILENT;
        onLook(current());
        resolve();
      }, milliseconds);
      void work.finally(() => clearTimeout(giveUp)).then(resolve);
    });

  return async (): Promise<Servable> => {
    if (!looking && now() - lookedAt >= MAX_AGE_MS) {
      lookedAt = now();
      looking = look().finally(() => (looking = undefined));
      inTime = atMost(known.revision === undefined ? patienceMs.first : patienceMs.next, looking);
    }
    // After a failed look, requests go on with what is known, and the next look runs beside them.
    if (!silence || known.revision === undefined) await inTime;
    return current();
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
