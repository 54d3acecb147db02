import { createReadDocuments, type Documents } from './read-documents';
import type { ReleaseStore } from '@portal/releases';

/** How old the documents in use may be, in milliseconds: a promotion is seen after this time and one reading. */
const MAX_AGE = 1000;
/** How long requests wait for documents to be read, in milliseconds: when there are some to go on with, and when not. */
const PATIENCE = { next: 1000, first: 5000 };

const SILENT = {
  name: 'releases',
  problem: 'The releases have not answered for a while. Look at what RELEASES_URL names.',
};

interface LiveDocuments {
  store: ReleaseStore;
  /** Is told of each new state. */
  onRead: (documents: Documents) => void;
  /** A clock, in milliseconds, that is never set back: the time of day can be. */
  now?: (() => number) | undefined;
  /** How long requests wait, in milliseconds of real time, whatever `now` says. */
  patience?: { next: number; first: number };
}

/**
 * The release documents as they are now, read when somebody asks and once for all who do. A store that does not
 * answer holds nobody up: what was read last goes on serving.
 */
export const liveDocuments = ({
  store,
  onRead,
  now = () => performance.now(),
  patience = PATIENCE,
}: LiveDocuments) => {
  const read = createReadDocuments(store);
  let documents: Documents = { released: [], problems: [] };
  let readAt = -Infinity;
  let reading: Promise<void> | undefined;
  /** Resolves when the documents were read, or are not waited for any longer. */
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
    if (!reading && now() - readAt >= MAX_AGE) {
      readAt = now();
      reading = read()
        .then(use)
        .finally(() => (reading = undefined));
      inTime = atMost(documents.released.length > 0 ? patience.next : patience.first, reading);
    }
    await inTime;
    return documents;
  };
};
