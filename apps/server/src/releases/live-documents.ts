import type { ReleaseDocument } from '@portal/contract';
import type { ReleaseStore } from '@portal/releases';

/** How old the documents in use may be, in milliseconds: a promotion is seen after this time at the latest. */
const MAX_AGE = 1000;

interface Log {
  error: (details: { err: unknown }, message: string) => void;
}

const isThere = (document: ReleaseDocument | undefined): document is ReleaseDocument =>
  document !== undefined;

/**
 * The release documents as they are now. Of one that cannot be read the last good state goes on serving, so that
 * a damaged document takes nothing else with it.
 * @param now a clock, in milliseconds
 */
export const liveDocuments = (store: ReleaseStore, log: Log, now: () => number = Date.now) => {
  const lastGood = new Map<string, ReleaseDocument | undefined>();
  let readAt = -Infinity;
  let documents: Promise<ReleaseDocument[]> = Promise.resolve([]);

  const readOne = async (name: string) => {
    try {
      lastGood.set(name, await store.read(name));
    } catch (err) {
      log.error({ err }, `The release document of ${name} cannot be read; its last good state is used.`);
    }
    return lastGood.get(name);
  };

  const readAll = async () => {
    const names = await store.names().catch((err: unknown) => {
      log.error({ err }, 'The releases cannot be read; their last good state is used.');
      return [...lastGood.keys()];
    });
    return (await Promise.all(names.map(readOne))).filter(isThere);
  };

  return (): Promise<ReleaseDocument[]> => {
    if (now() - readAt >= MAX_AGE) {
      readAt = now();
      documents = readAll();
    }
    return documents;
  };
};
