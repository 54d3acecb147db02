import type { Problem } from './read-documents';

type Write = (details: { release: string; err?: unknown }, message: string) => void;

/** Where problems are told. */
export interface Log {
  error: Write;
  warn: Write;
  info: Write;
}

const keyOf = ({ name, problem }: Problem): string => `${name}: ${problem}`;

/** Logs each problem when it begins and when it ends, however often it is seen in between. */
export const createProblemLog = (log: Pick<Log, 'error' | 'info'>) => {
  let known = new Map<string, Problem>();
  return (problems: readonly Problem[]): void => {
    const current = new Map(problems.map((problem) => [keyOf(problem), problem]));
    for (const [key, { name, problem, cause }] of current)
      if (!known.has(key)) log.error({ release: name, ...(cause !== undefined && { err: cause }) }, problem);
    for (const [key, { name, problem }] of known)
      if (!current.has(key)) log.info({ release: name }, `No longer: ${problem}`);
    known = current;
  };
};
