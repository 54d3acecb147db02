import type { ReleaseDocument } from '@portal/contract';
import { addFailures, ReleaseError, type FieldFailure, type ReleaseStore } from '@portal/releases';
import { createProblemLog, type Log } from '../releases/problem-log';
import type { Problem } from '../releases/read-documents';

interface Dependencies {
  store: Pick<ReleaseStore, 'read' | 'updateFailures'>;
  log: Log;
}

/** Drops failures of versions that are no longer published. */
const isPublished =
  ({ versions }: ReleaseDocument) =>
  ({ version }: FieldFailure): boolean =>
    Object.hasOwn(versions, version);

/** Collects how versions fail in browsers. Like the counts, failures wait in memory until `writeDown`. */
export const createFailureLog = ({ store, log }: Dependencies) => {
  const waiting = new Map<string, readonly FieldFailure[]>();
  const logProblems = createProblemLog(log);

  const add = (name: string, failures: readonly FieldFailure[]): void =>
    void waiting.set(name, addFailures(failures, waiting.get(name) ?? []));

  /** @returns the problem, if writing failed */
  const writeOne = async ([name, failures]: [string, readonly FieldFailure[]]): Promise<Problem[]> => {
    waiting.delete(name);
    try {
      // Read first: writing to an unmounted store would create a new one.
      const document = await store.read(name);
      if (!document) throw new ReleaseError(`${name}/release.json is missing.`);
      await store.updateFailures(name, (current) =>
        addFailures(current, failures).filter(isPublished(document)),
      );
      return [];
    } catch (cause) {
      add(name, failures);
      return [
        {
          name,
          problem: `Cannot write the failures of ${name}. The portal tries again; check RELEASES_URL.`,
          cause,
        },
      ];
    }
  };

  return {
    add: (name: string, failure: FieldFailure): void => add(name, [failure]),

    /** Adds the failures to `<remote>/failures.json`. */
    writeDown: async (): Promise<void> => {
      logProblems((await Promise.all([...waiting].map(writeOne))).flat());
    },
  };
};

export type FailureLog = ReturnType<typeof createFailureLog>;
