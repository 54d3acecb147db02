import pMap from 'p-map';
import { isDeepStrictEqual } from 'node:util';
import type { ReleaseDocument } from '@portal/contract';
import {
  HEALTH,
  isJudged,
  isUnsteady,
  ReleaseError,
  settled,
  watchDocuments,
  type Health,
  type ReleaseStore,
} from '@portal/releases';
import type { Released } from './choose-versions';

/** A problem with the release of a name; the last good state stays in use. */
export interface ReleaseProblem {
  name: string;
  /** What is wrong and what to do, as a sentence. */
  problem: string;
  /** For the log only: it may contain an address. */
  cause?: unknown;
}

/** The release documents in use, and the problems of the others. */
export interface Documents {
  released: readonly Released[];
  problems: readonly ReleaseProblem[];
}

/** Limits parallel reads: requests that wait for others would exceed the time limit of a read. */
const CONCURRENCY = 32;

const ALL = 'releases';

const problemOf = (name: string, what: string, cause: unknown): ReleaseProblem => ({
  name,
  problem:
    cause instanceof ReleaseError
      ? cause.message
      : `${what} cannot be read at the moment. Check RELEASES_URL.`,
  cause,
});

const gone = (name: string): ReleaseProblem => ({
  name,
  problem: `${name}/release.json is missing. Restore it, or publish and promote again.`,
});

const lastChange = ({ history }: ReleaseDocument): number => Date.parse(history.at(-1)?.at ?? '');

/** Refuses an old document that was put back. A recreated one, or one promoted since, has a newer change. */
const requireNoReplay = (document: ReleaseDocument, inUse: ReleaseDocument | undefined): void => {
  if (!inUse || document.revision >= inUse.revision || lastChange(document) > lastChange(inUse)) return;
  throw new ReleaseError(
    `${document.name}/release.json is outdated: it has revision ${document.revision}, the portal uses ${inUse.revision}. Find out who put it back. The portal accepts it after its next change, such as promoting another version.`,
  );
};

/**
 * Reads all release documents, and what the portal has decided about them. A document that is unreadable or untrusted
 * keeps its last good state; a remote disappears only with its folder. Only what may have changed is read, and while
 * nothing changes, `released` is the same array.
 * @param now a monotonic clock, in milliseconds
 */
export const createReadDocuments = (
  store: ReleaseStore,
  now = () => performance.now(),
): (() => Promise<Documents>) => {
  const look = watchDocuments(store, now);
  const lastGood = new Map<string, Released>();
  const healths = new Map<string, Health | undefined>();
  /** The names with a document, valid or not. */
  const found = new Set<string>();
  const problems = new Map<string, ReleaseProblem>();
  let inUse: readonly string[] = [];
  let released: readonly Released[] = [];

  const set = (stored: ReleaseDocument): void => {
    const next = { document: settled(stored, healths.get(stored.name)), stored };
    if (!isDeepStrictEqual(lastGood.get(stored.name), next)) lastGood.set(stored.name, next);
  };

  const use = async (document: ReleaseDocument): Promise<void> => {
    const { name } = document;
    requireNoReplay(document, lastGood.get(name)?.stored);
    set(document);
    if (isJudged(document)) healths.set(name, await store.readReports(HEALTH, name));
    else healths.delete(name);
    set(document);
  };

  const readOne = async (name: string): Promise<void> => {
    problems.delete(name);
    try {
      const document = await store.read(name);
      if (document) found.add(name);
      else found.delete(name);
      if (document) await use(document);
      else if (lastGood.has(name)) problems.set(name, gone(name));
    } catch (cause) {
      found.add(name);
      problems.set(name, problemOf(name, `The release of ${name}`, cause));
    }
  };

  const readChanged = async (): Promise<void> => {
    const { names, changed } = await look();
    const unsteady = released.filter(({ stored }) => isUnsteady(stored, new Date()));
    const again = new Set([...problems.keys(), ...unsteady.map(({ stored }) => stored.name)]);
    const due = names.filter((name) => changed.has(name) || again.has(name));
    await pMap(due, readOne, { concurrency: CONCURRENCY });
    // Keep serving when the directory is missing or was emptied.
    if (inUse.length > 0 && !names.some((name) => found.has(name)))
      throw new ReleaseError('The releases are gone. Restore them at RELEASES_URL.');
    inUse = names;
    for (const name of problems.keys()) if (!names.includes(name)) problems.delete(name);
  };

  return async () => {
    const all: ReleaseProblem[] = [];
    await readChanged().catch((cause: unknown) => all.push(problemOf(ALL, 'The releases', cause)));
    const next = inUse.flatMap((name) => lastGood.get(name) ?? []);
    const isSame = next.length === released.length && next.every((one, index) => one === released[index]);
    if (!isSame) released = next;
    return { released, problems: [...problems.values(), ...all] };
  };
};

type Write = (details: { release: string; err?: unknown }, message: string) => void;

/** The logger for problems. */
export interface Log {
  error: Write;
  warn: Write;
  info: Write;
}

const keyOf = ({ name, problem }: ReleaseProblem): string => `${name}: ${problem}`;

/** Logs each problem once when it begins and once when it ends. */
export const createProblemLog = (log: Pick<Log, 'error' | 'info'>) => {
  let known = new Map<string, ReleaseProblem>();
  return (problems: readonly ReleaseProblem[]): void => {
    const current = new Map(problems.map((problem) => [keyOf(problem), problem]));
    for (const [key, { name, problem, cause }] of current)
      if (!known.has(key)) log.error({ release: name, ...(cause !== undefined && { err: cause }) }, problem);
    for (const [key, { name, problem }] of known)
      if (!current.has(key)) log.info({ release: name }, `Resolved: ${problem}`);
    known = current;
  };
};
