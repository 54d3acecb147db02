import type { ReleaseDocument } from '@portal/contract';
import type { ReleaseStore } from '@portal/releases';

/** How old the documents in use may be, in milliseconds: a promotion is seen after this time at the latest. */
const MAX_AGE = 1000;

interface Log {
  error: (details: { err: unknown }, message: string) => void;
}

const readAll = async (store: ReleaseStore): Promise<ReleaseDocument[]> => {
  const documents = await Promise.all((await store.names()).map((name) => store.read(name)));
  return documents.filter((document) => document !== undefined);
};

/**
 * The release documents as they are now. While they cannot be read, the last good ones go on serving.
 * @param now a clock, in milliseconds
 */
export const liveDocuments = (store: ReleaseStore, log: Log, now: () => number = Date.now) => {
  let readAt = -Infinity;
  let documents: Promise<ReleaseDocument[]> = Promise.resolve([]);

  return (): Promise<ReleaseDocument[]> => {
    if (now() - readAt < MAX_AGE) return documents;
    const lastGood = documents;
    readAt = now();
    documents = readAll(store).catch((err: unknown) => {
      log.error({ err }, 'The release documents cannot be read; the last good ones are used.');
      return lastGood;
    });
    return documents;
  };
};
