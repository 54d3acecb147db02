import type { ReleaseDocument } from '@portal/contract';
import { ReleaseError, type ReleaseStore } from '@portal/releases';
import { createProblemLog, type Log } from '../releases/problem-log';
import type { ReleaseProblem } from '../releases/read-documents';

interface WriteBehind<Item> {
  /** What is written, for the log: "the load reports". */
  what: string;
  store: Pick<ReleaseStore, 'read'>;
  log: Log;
  merge: (earlier: Item | undefined, later: Item) => Item;
  /** Writes to the store what was collected about a remote. */
  write: (document: ReleaseDocument, item: Item) => Promise<unknown>;
}

/** Collects what browsers report about each remote until `writeDown`. It waits while the store is unavailable. */
export const createWriteBehind = <Item>({ what, store, log, merge, write }: WriteBehind<Item>) => {
  const waiting = new Map<string, Item>();
  const logProblems = createProblemLog(log);

  /** @returns the problem, if writing failed */
  const writeOne = async ([name, item]: [string, Item]): Promise<ReleaseProblem[]> => {
    waiting.delete(name);
    try {
      // Read first: writing to an unmounted store would create a new one.
      const document = await store.read(name);
      if (!document) throw new ReleaseError(`${name}/release.json is missing.`);
      await write(document, item);
      return [];
    } catch (cause) {
      const later = waiting.get(name);
      waiting.set(name, later === undefined ? item : merge(item, later));
      const problem = `Cannot write ${what} of ${name}. The portal tries again; check RELEASES_URL.`;
      return [{ name, problem, cause }];
    }
  };

  return {
    add: (name: string, item: Item): void => void waiting.set(name, merge(waiting.get(name), item)),
    writeDown: async (): Promise<void> => {
      logProblems((await Promise.all([...waiting].map(writeOne))).flat());
    },
  };
};
