import { openStorage } from './open-releases';
import type { ReleaseStorage } from './release-storage';
import { releaseStore, type ReleaseStore, type Trust } from './release-store';

/** A storage that keeps what is written to itself: later reads see it, nobody else does, and nothing lasts. */
const rehearsed = (storage: ReleaseStorage): ReleaseStorage => {
  const written = new Map<string, string>();
  const readDocument: ReleaseStorage['readDocument'] = async (name, document) =>
    written.get(`${name}/${document}`) ?? storage.readDocument(name, document);
  return {
    ...storage,
    names: async () => [
      ...new Set([
        ...(await storage.names()),
        ...[...written.keys()].map((path) => path.replace(/\/.*/, '')),
      ]),
    ],
    readDocument,
    updateDocument: async (name, document, change) => {
      written.set(`${name}/${document}`, change(await readDocument(name, document)));
    },
    putVersion: async () => {},
    deleteVersion: async () => {},
  };
};

/**
 * Opens releases to find out what would happen: everything is checked and answered as by `openReleases`, and nothing
 * is written.
 */
export const openRehearsal = (url: URL, trust?: Trust): ReleaseStore =>
  releaseStore(rehearsed(openStorage(url)), trust);
