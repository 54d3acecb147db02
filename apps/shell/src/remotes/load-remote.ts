import type { LoadCause, LoadReport, RemoteVersion } from '@portal/contract';
import { isLostChunk, LoadFailure } from './federation/load-failure';
import type { LoadedModule } from './federation/runtime';
import type { Outcome } from './telemetry';

/** After this time, no other version is tried. Each version has time limits of its own. */
const PATIENCE_MS = 30_000;

/** Causes that a second attempt may overcome. A version that was late, or is wrong in itself, isn't asked for again. */
const RETRYABLE: readonly LoadCause[] = ['entry', 'chunk', 'style', 'integrity', 'init'];

export interface LoadedRemote extends LoadedModule {
  version: RemoteVersion;
  /** Its first screen threw, and no other version works. Its other screens may work. */
  isLast: boolean;
}

export interface LoadDeps {
  /** The versions in the order in which to try them. */
  versions: () => Promise<readonly RemoteVersion[]>;
  /** Asks the server which version this visitor gets now; undefined when the server doesn't say. */
  newest: () => Promise<RemoteVersion | undefined>;
  /** Counts the attempts to load a version in the life of the page, from 0. */
  nextAttempt: (version: RemoteVersion) => number;
  load: (version: RemoteVersion, attempt: number) => Promise<LoadedModule>;
  report: (version: RemoteVersion, outcome: Outcome) => void;
  /** A clock in milliseconds. */
  now: () => number;
}

interface Failure {
  error: unknown;
  cause: LoadCause;
}

const causeOf = (error: unknown): LoadCause => (error instanceof LoadFailure ? error.reason : 'init');

const pending = () => {
  let settle: (outcome: LoadedRemote | Promise<LoadedRemote>) => void = () => undefined;
  const promise = new Promise<LoadedRemote>((resolve) => (settle = resolve));
  // The slot that shows the failure may come later, or never.
  promise.catch(() => undefined);
  return { promise, settle };
};

/**
 * The load of one remote: a promise that is pending until `start`. Each version is retried once in the life of the
 * page; then comes the next in the list; then the server is asked for a newer one, because all that the page knows may
 * be gone.
 */
export const createRemoteLoad = (deps: LoadDeps) => {
  let loading = pending();
  let startedAt: number | undefined;
  /** Whether no slot waits for it yet. A load ahead that fails is forgotten, and the slot starts a new one. */
  let isAhead = false;
  let queue: AsyncGenerator<RemoteVersion, undefined> | undefined;
  let attempted: { version: RemoteVersion; since: number } | undefined;
  let loaded: LoadedRemote | undefined;
  let isShown = false;

  const report = (event: LoadReport['event'], failure?: Failure): void => {
    if (!attempted) return;
    const { version, since } = attempted;
    deps.report(version, { event, ...failure, durationMs: deps.now() - since });
  };

  async function* candidates(): AsyncGenerator<RemoteVersion, undefined> {
    const versions = await deps.versions();
    yield* versions;
    const newest = await deps.newest();
    if (newest && versions.every(({ metadata }) => metadata.version !== newest.metadata.version))
      yield newest;
    return undefined;
  }

  const nextCandidate = async (): Promise<RemoteVersion | undefined> => {
    if (startedAt === undefined || deps.now() - startedAt >= PATIENCE_MS) return undefined;
    return (await queue?.next())?.value;
  };

  const loadTwice = async (version: RemoteVersion): Promise<LoadedModule> => {
    const attempt = deps.nextAttempt(version);
    try {
      return await deps.load(version, attempt);
    } catch (error) {
      const cause = causeOf(error);
      if (attempt > 0 || !RETRYABLE.includes(cause)) throw error;
      report('retried', { error, cause });
      return deps.load(version, deps.nextAttempt(version));
    }
  };

  /** @param failure of the version before. @throws the last failure when no version works */
  const loadNext = async (failure?: Failure): Promise<LoadedRemote> => {
    const version = await nextCandidate();
    if (failure) report(version ? 'fell-back' : 'gave-up', failure);
    if (!version) throw failure?.error ?? new Error('The registry names no version of this remote.');
    attempted = { version, since: deps.now() };
    try {
      return { ...(await loadTwice(version)), version, isLast: false };
    } catch (error) {
      return loadNext({ error, cause: causeOf(error) });
    }
  };

  const arrive = (remote: LoadedRemote): void => {
    loaded = remote;
    isShown = false;
    // React reads these fields, so a remote that was loaded ahead doesn't suspend.
    void Object.assign(loading.promise, { status: 'fulfilled', value: remote });
    loading.settle(remote);
  };

  const start = (options: { isAhead?: boolean } = {}): void => {
    isAhead = options.isAhead === true && (isAhead || startedAt === undefined);
    if (startedAt !== undefined) return;
    startedAt = deps.now();
    queue = candidates();
    attempted = undefined;
    const outcome = loadNext();
    outcome.then(arrive, () => {
      if (isAhead) startedAt = undefined;
      else loading.settle(outcome);
    });
  };

  const replace = async (thrown: LoadedRemote, failure: Failure): Promise<void> => {
    try {
      const remote = await loadNext(failure);
      thrown.discard();
      arrive(remote);
    } catch {
      arrive({ ...thrown, isLast: true });
    }
  };

  return {
    /** The remote, once a version is loaded. The promise changes with `restart` and `onError`. */
    current: (): Promise<LoadedRemote> => loading.promise,
    /** Begins to load; later calls change nothing. `isAhead`: no slot waits for it. */
    start,
    /** Removes the remote from the page and loads it anew. @returns the next promise */
    restart: (): Promise<LoadedRemote> => {
      loaded?.discard();
      loaded = undefined;
      loading = pending();
      startedAt = undefined;
      start();
      return loading.promise;
    },
    /** Whether a screen of the loaded version has been on the page. */
    isShown: (): boolean => isShown,
    /** Call it when a screen of the loaded version is on the page. */
    onShown: (): void => {
      if (!loaded || loaded.isLast || isShown) return;
      isShown = true;
      report('shown');
    },
    /** Call it when a screen throws. @returns the next promise, if another version takes over */
    onError: (error: unknown): Promise<LoadedRemote> | undefined => {
      const failure: Failure = { error, cause: isLostChunk(error) ? 'chunk' : 'render' };
      if (isShown) report('crashed', failure);
      if (!loaded || loaded.isLast || isShown) return undefined;
      loading = pending();
      startedAt = deps.now();
      void replace(loaded, failure);
      loaded = undefined;
      return loading.promise;
    },
  };
};

export type RemoteLoad = ReturnType<typeof createRemoteLoad>;
