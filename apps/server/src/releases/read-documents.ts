import type { ReleaseDocument } from '@portal/contract';
import { ReleaseError, type Health, type ReleaseStore } from '@portal/releases';
import type { Released } from './choose-versions';

/** Something is wrong with what is released under a name; what was right before goes on serving. */
export interface Problem {
  name: string;
  /** What, and what to do, as a sentence. */
  problem: string;
  /** For the log alone: it may hold an address. */
  cause?: unknown;
}

/** The release documents in use, and what is wrong with those that are not. */
export interface Documents {
  released: readonly Released[];
  problems: readonly Problem[];
}

/** The name of problems that no single document has. */
const ALL = 'releases';

const problemOf = (name: string, what: string, cause: unknown): Problem => ({
  name,
  problem: cause instanceof ReleaseError ? cause.message : `${what} cannot be read at the moment.`,
  cause,
});

const gone = (name: string): Problem => ({
  name,
  problem: `${name}/release.json is gone. Restore it, or publish and promote again.`,
});

const lastChange = ({ history }: ReleaseDocument): number => Date.parse(history.at(-1)?.at ?? '');

/** Whether somebody put a former document back. One that was begun anew, or restored and promoted again, is newer. */
const isReplay = (document: ReleaseDocument, inUse: ReleaseDocument): boolean =>
  document.revision < inUse.revision && !(lastChange(document) > lastChange(inUse));

const requireNoReplay = (document: ReleaseDocument, inUse: ReleaseDocument | undefined): void => {
  if (inUse && isReplay(document, inUse))
    throw new ReleaseError(
      `${document.name}/release.json is a former one: its revision is ${document.revision}, that in use ${inUse.revision}. Find out who put it back; it counts from its next change on, such as promoting another version.`,
    );
};

const hasStopped = ({ canary }: ReleaseDocument, health: Health | undefined): boolean =>
  canary !== null && health?.canarySince === canary.since && health.stopped?.version === canary.version;

/**
 * Reads all release documents, and whether their canaries were stopped. Of what cannot be read, or must not be
 * believed, the last good state is given; only a remote whose folder is gone is gone.
 */
export const createReadDocuments = (store: ReleaseStore): (() => Promise<Documents>) => {
  const lastGood = new Map<string, Released>();
  let inUse: readonly string[] = [];

  const stopOf = async (document: ReleaseDocument): Promise<boolean> =>
    document.canary !== null && hasStopped(document, await store.readHealth(document.name));

  const use = async (document: ReleaseDocument): Promise<void> => {
    const { name } = document;
    const before = lastGood.get(name);
    requireNoReplay(document, before?.document);
    const goesOn = before?.document.canary?.since === document.canary?.since;
    lastGood.set(name, { document, isCanaryStopped: goesOn && before?.isCanaryStopped === true });
    lastGood.set(name, { document, isCanaryStopped: await stopOf(document) });
  };

  /** @returns whether there is a document of that name, good or not */
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
    // A directory that is away, or was begun anew by somebody, is no reason to serve nothing.
    if (inUse.length > 0 && !found.includes(true))
      throw new ReleaseError('There are no releases any more. Bring them back to where RELEASES_URL says.');
    inUse = names;
  };

  return async () => {
    const problems: Problem[] = [];
    await readAll(problems).catch((cause: unknown) => problems.push(problemOf(ALL, 'The releases', cause)));
    return { released: inUse.flatMap((name) => lastGood.get(name) ?? []), problems };
  };
};
