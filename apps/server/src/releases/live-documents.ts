import { createReadDocuments, type Documents } from './read-documents';
import type { ReleaseStore } from '@portal/releases';

/** How long documents are used before they are read again: a promotion shows after this time. */
const MAX_AGE_MS = 1000;
/** How long requests wait for a read: `next` when there are documents already, `first` when there are none. */
const READ_TIMEOUTS_MS = { next: 1000, first: 5000 };

const SILENT = {
  name: 'releases',
  problem: 'The releases do not answer. Check the directory or bucket of RELEASES_URL.',
};

interface LiveDocuments {
  store: ReleaseStore;
  /** Called with each new state. */
  onRead: (documents: Documents) => void;
  /** A monotonic clock, in milliseconds. */
  now?: (() => number) | undefined;
  /** How long requests wait, in real time. */
  timeoutsMs?: { next: number; first: number };
}

/** The current release documents. When the store does not answer, the last ones stay in use, and no request waits. */
export const liveDocuments = ({
  store,
  onRead,
  now = () => performance.now(),
  timeoutsMs = READ_TIMEOUTS_MS,
}: LiveDocuments) => {
  const read = createReadDocuments(store, now);
  let documents: Documents = { released: [], problems: [] };
  let readAt = -Infinity;
  let reading: Promise<void> | undefined;
  let isLate = false;
  /** Resolves when the documents are read or the wait times out. */
  let inTime: Promise<void> = Promise.resolve();

  const use = (next: Documents) => {
    documents = next;
    onRead(next);
  };

  const atMost = (milliseconds: number, work: Promise<void>): Promise<void> =>
    new Promise((resolve, reject) => {
      const giveUp = setTimeout(() => {
        use({ ...documents, problems: [SILENT] });
        resolve();
      }, milliseconds);
      work.finally(() => clearTimeout(giveUp)).then(resolve, reject);
    });

  return async (): Promise<Documents> => {
    if (!reading && now() - readAt >= MAX_AGE_MS) {
      readAt = now();
      const begun = readAt;
      reading = read()
        .then(use)
        .finally(() => {
          reading = undefined;
          isLate = now() - begun >= timeoutsMs.next;
        });
      inTime = atMost(documents.released.length > 0 ? timeoutsMs.next : timeoutsMs.first, reading);
    }
    if (!isLate || documents.released.length === 0) await inTime;
    return documents;
  };
};
