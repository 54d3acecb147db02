import { addFailures, FAILURES, type FieldFailure, type ReleaseStore } from '@portal/releases';
import type { Log } from '../releases/problem-log';
import { createWriteBehind } from './write-behind';

interface Dependencies {
  store: Pick<ReleaseStore, 'read' | 'updateReports'>;
  log: Log;
}

/** Collects how versions fail in browsers, and adds it to `<remote>/failures.json`, without versions that are gone. */
export const createFailureLog = ({ store, log }: Dependencies) => {
  const { add, writeDown } = createWriteBehind<readonly FieldFailure[]>({
    what: 'the failures',
    store,
    log,
    merge: (earlier = [], later) => addFailures(earlier, later),
    write: ({ name, versions }, failures) =>
      store.updateReports(FAILURES, name, (current = []) =>
        addFailures(current, failures).filter(({ version }) => Object.hasOwn(versions, version)),
      ),
  });
  return { add: (name: string, failure: FieldFailure): void => add(name, [failure]), writeDown };
};

export type FailureLog = ReturnType<typeof createFailureLog>;
