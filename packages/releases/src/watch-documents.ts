import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import type { ReleaseStorage } from './storage';
import { isRemoteName } from './version-files';

/** The file with the marks of all names, beside their folders. */
export const CHANGES_FILE = 'changes.json';

/** A random mark for each name, which every change of its `release.json` replaces. */
export type Marks = Readonly<Record<string, string>>;

/** How often all documents are read again, for changes without a mark: a restored backup, a removed folder. */
const READ_ALL_MS = 60_000;

const marksSchema = v.fallback(v.pipe(v.string(), v.parseJson(), v.record(v.string(), v.string())), {});

/** Reads the marks in `changes.json`. A damaged file has none: every document counts as changed then. */
export const parseMarks = (text: string | undefined): Marks => v.parse(marksSchema, text);

/** The text of `changes.json` with a new mark for a name. */
export const withMark = (text: string | undefined, name: string): string =>
  JSON.stringify({ ...parseMarks(text), [name]: randomUUID() });

/**
 * Watches all documents, at the cost of one read for each look: returns all names, and those whose documents may have
 * changed since the last look.
 */
export const watchDocuments = (storage: Pick<ReleaseStorage, 'names' | 'readMarks'>, now: () => number) => {
  let names: readonly string[] = [];
  let marks: Marks = {};
  let readAllAt = -Infinity;

  return async (): Promise<{ names: readonly string[]; changed: ReadonlySet<string> }> => {
    const current = await storage.readMarks();
    const marked = new Set(
      Object.keys({ ...marks, ...current })
        .filter(isRemoteName)
        .filter((name) => marks[name] !== current[name]),
    );
    // Writers never remove a mark: without one, the releases were moved, removed, or restored.
    const isRemoved = Object.keys(marks).some((name) => current[name] === undefined);
    const isDue = isRemoved || now() - readAllAt >= READ_ALL_MS;
    if (isDue) {
      names = await storage.names();
      readAllAt = now();
    } else {
      names = [...new Set([...names, ...marked])];
    }
    marks = current;
    return { names, changed: isDue ? new Set(names) : marked };
  };
};
