import { isDeepStrictEqual } from 'node:util';
import type { ReleaseDocument } from '@portal/contract';
import { ReleaseError, type Health, type ReleaseStore } from '@portal/releases';
import type { Released } from './choose-versions';

/** A problem with the release of a name; the last good state stays in use. */
export interface Problem {
  name: string;
  /** What is wrong and what to do, as a sentence. */
  problem: string;
  /** For the log only: it may contain an address. */
  cause?: unknown;
}

/** The release documents in use, and the problems of the others. */
export interface Documents {
  released: readonly Released[];
  problems: readonly Problem[];
}

/** The name for problems of the whole store. */
const ALL = 'releases';

const problemOf = (name: string, what: string, cause: unknown): Problem => ({
  name,
  problem: cause instanceof ReleaseError ? cause.message : `${what} cannot be read at the moment.`,
  cause,
});

const gone = (name: string): Problem => ({
  name,
  problem: `${name}/release.json is missing. Restore it, or publish and promote again.`,
});

const lastChange = ({ history }: ReleaseDocument): number => Date.parse(history.at(-1)?.at ?? '');

/** Whether the document is an old one put back. A recreated one, or one promoted since, has a newer change. */
const isReplay = (document: ReleaseDocument, inUse: ReleaseDocument): boolean =>
  document.revision < inUse.revision && !(lastChange(document) > lastChange(inUse));

const requireNoReplay = (document: ReleaseDocument, inUse: ReleaseDocument | undefined): void => {
  if (inUse && isReplay(document, inUse))
    throw new ReleaseError(
      `${document.name}/release.json is outdated: it has revision ${document.revision}, the portal uses ${inUse.revision}. Find out who put it back. The portal accepts it after its next change, such as promoting another version.`,
    );
};

const hasStopped = ({ canary }: ReleaseDocument, health: Health | undefined): boolean =>
  canary !== null && health?.canarySince === canary.since && health.stopped?.version === canary.version;

/**
 * Reads all release documents, and whether their canaries were stopped. A document that is unreadable or untrusted
 * keeps its last good state; a remote disappears only with its folder. While nothing changes, `released` is the same array.
 */
export const createReadDocuments = (store: ReleaseStore): (() => Promise<Documents>) => {
  const lastGood = new Map<string, Released>();
  let inUse: readonly string[] = [];
  let released: readonly Released[] = [];

  const stopOf = async (document: ReleaseDocument): Promise<boolean> =>
    document.canary !== null && hasStopped(document, await store.readHealth(document.name));

  const set = (next: Released): void => {
    const { name } = next.document;
    if (!isDeepStrictEqual(lastGood.get(name), next)) lastGood.set(name, next);
  };

  const use = async (document: ReleaseDocument): Promise<void> => {
    const { name } = document;
    const before = lastGood.get(name);
    requireNoReplay(document, before?.document);
    const goesOn = before?.document.canary?.since === document.canary?.since;
    set({ document, isCanaryStopped: goesOn && before?.isCanaryStopped === true });
    set({ document, isCanaryStopped: await stopOf(document) });
  };

  /** @returns whether there is a document of that name, valid or not */
  const readOne = async (name: string, problems: Problem[]): Promise<boolean> => {
    try {
      const document = await store.read(name);
      if (document) await use(document);
      else if (lastGood.has(name)) problems.push(gone(name));
      return document !== undefined;
    } catch (cause) {
      problems.push(problemOf(name, `What is released of ${name}`, cause));
      return true;
    }
  };

  const readAll = async (problems: Problem[]): Promise<void> => {
    const names = await store.names();
    const found = await Promise.all(names.map((name) => readOne(name, problems)));
    // Keep serving when the directory is missing or was emptied.
    if (inUse.length > 0 && !found.includes(true))
      throw new ReleaseError('The releases are gone. Restore them at RELEASES_URL.');
    inUse = names;
  };

  return async () => {
    const problems: Problem[] = [];
    await readAll(problems).catch((cause: unknown) => problems.push(problemOf(ALL, 'The releases', cause)));
    const next = inUse.flatMap((name) => lastGood.get(name) ?? []);
    const isSame = next.length === released.length && next.every((one, index) => one === released[index]);
    if (!isSame) released = next;
    return { released, problems };
  };
};
