import type { LoadCause, LoadReport, MicroFrontend } from '@portal/contract';
import { LoadFailure } from '../federation/load-failure';
import { isLostChunk } from '../federation/lost-chunk';
import type { LoadedModule } from '../federation/runtime';

/** How long a customer waits before no other version is tried, in milliseconds; each has time limits of its own. */
const PATIENCE = 30_000;

/** What may be gone at the second attempt. What was late once, or is wrong in itself, is not asked for again. */
const PASSING: readonly LoadCause[] = ['entry', 'chunk', 'style', 'integrity', 'init'];

export interface LoadedRemote extends LoadedModule {
  version: MicroFrontend;
}

/** What a load needs of the page. */
export interface PageOfLoads {
  /** Counts the attempts to load a version in the life of the page, from 0. */
  nextAttempt: (version: MicroFrontend) => number;
  load: (version: MicroFrontend, attempt: number) => Promise<LoadedModule>;
  /** Asks the server which version this visitor gets now; undefined when that cannot be found out. */
  newest: () => Promise<MicroFrontend | undefined>;
  report: (version: MicroFrontend, report: Omit<LoadReport, 'remote' | 'version'>) => void;
  /** A clock in milliseconds. */
  now: () => number;
}

/** One remote on its way to the screen: which of its versions is tried, was shown, or failed. */
export interface RemoteLoad {
  /** The best version that works; it rejects when there is none. Another promise after a first render that threw. */
  readonly loaded: Promise<LoadedRemote>;
  /** What is `loaded` has not been on the screen yet; what `failed` is not replaced any more. */
  readonly state: 'loading' | 'loaded' | 'shown' | 'failed';
  /** The version that is loaded or shown, or was tried last. */
  readonly version: MicroFrontend | undefined;
  /** A screen of it was committed. */
  shown: () => void;
  /** A screen of it threw: at the first render that is a failed version, later a crash. */
  threw: (error: unknown) => void;
  /** Takes what it brought out of the page. */
  discard: () => void;
}

interface Failure {
  error: unknown;
  cause: LoadCause;
}

const causeOf = (error: unknown): LoadCause => (error instanceof LoadFailure ? error.why : 'init');

/**
 * Loads a remote, and heals what can be healed. Each version is tried again once in the life of the page; then
 * the next one in the list is loaded; then the server is asked whether there is a newer one, because a page that
 * was opened long ago may know only versions that are gone. What is left after that is an error.
 * @param versions what the registry resolved, and what to fall back to
 */
export const loadRemote = (versions: readonly MicroFrontend[], page: PageOfLoads): RemoteLoad => {
  let startedAt = page.now();
  let tried: { version: MicroFrontend; since: number } | undefined;
  let current: LoadedRemote | undefined;
  let state: RemoteLoad['state'] = 'loading';

  const report = (event: LoadReport['event'], cause?: LoadCause): void => {
    if (tried)
      page.report(tried.version, { event, ...(cause && { cause }), durationMs: page.now() - tried.since });
  };

  async function* candidates() {
    yield* versions;
    const newest = await page.newest();
    if (newest && versions.every(({ metadata }) => metadata.version !== newest.metadata.version))
      yield newest;
  }
  const queue = candidates();

  const nextCandidate = async (): Promise<MicroFrontend | undefined> => {
    if (page.now() - startedAt >= PATIENCE) return undefined;
    const { value } = await queue.next();
    return value ?? undefined;
  };

  const attempt = async (version: MicroFrontend): Promise<LoadedModule> => {
    const number = page.nextAttempt(version);
    try {
      return await page.load(version, number);
    } catch (error) {
      const cause = causeOf(error);
      if (number > 0 || !PASSING.includes(cause)) throw error;
      report('retried', cause);
      return page.load(version, page.nextAttempt(version));
    }
  };

  /** @param failure of the version that was tried last; undefined at the start */
  const loadNext = async (failure?: Failure): Promise<LoadedRemote> => {
    const version = await nextCandidate();
    if (failure) report(version ? 'fell-back' : 'gave-up', failure.cause);
    if (!version) {
      state = 'failed';
      throw failure?.error ?? new Error('The registry names no version of this remote.');
    }
    tried = { version, since: page.now() };
    try {
      current = { version, ...(await attempt(version)) };
      state = 'loaded';
      return current;
    } catch (error) {
      return loadNext({ error, cause: causeOf(error) });
    }
  };

  /** Loads another version than one whose screen threw; when there is none, its other screens may still work. */
  const replace = async (thrown: LoadedRemote, failure: Failure): Promise<LoadedRemote> => {
    try {
      const next = await loadNext(failure);
      thrown.discard();
      return next;
    } catch {
      current = thrown;
      return thrown;
    }
  };

  let loaded = loadNext();
  // Whoever shows the remote hears of a failure; nobody has to be there to hear it.
  loaded.catch(() => undefined);

  return {
    get loaded() {
      return loaded;
    },
    get state() {
      return state;
    },
    get version() {
      return tried?.version;
    },
    shown() {
      if (state !== 'loaded') return;
      state = 'shown';
      report('shown');
    },
    threw(error) {
      const cause = isLostChunk(error) ? 'chunk' : 'render';
      if (state === 'shown') report('crashed', cause);
      if (state !== 'loaded' || !current) return;
      state = 'loading';
      startedAt = page.now();
      loaded = replace(current, { error, cause });
    },
    discard: () => current?.discard(),
  };
};
