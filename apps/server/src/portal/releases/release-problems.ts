/** A problem with a release; the last good state stays in use. */
export interface ReleaseProblem {
  name: string;
  /** What is wrong and what to do, as a sentence. */
  problem: string;
  /** For the log only: it may contain an address. */
  cause?: unknown;
}

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
