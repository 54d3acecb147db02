import type { LoadCause, LoadReport, MicroFrontend } from '@portal/contract';
import { LoadFailure } from '../federation/load-failure';
import { isLostChunk } from '../federation/diagnose-load-error';
import type { LoadedModule } from '../federation/runtime';
import type { Outcome } from './telemetry';

/** After this time, no other version is tried. Each version has time limits of its own. */
const PATIENCE_MS = 30_000;

/** Causes that a second attempt may overcome. A version that was late, or is wrong in itself, isn't asked for again. */
const RETRYABLE: readonly LoadCause[] = ['entry', 'chunk', 'style', 'integrity', 'init'];

export interface LoadedRemote extends LoadedModule {
  version: MicroFrontend;
}

export interface LoaderDeps {
  /** Counts the attempts to load a version in the life of the page, from 0. */
  nextAttempt: (version: MicroFrontend) => number;
  /** Returns the versions in the order in which to try them. */
  inOrder: (versions: readonly MicroFrontend[]) => readonly MicroFrontend[];
  load: (version: MicroFrontend, attempt: number) => Promise<LoadedModule>;
  /** Asks the server which version this visitor gets now; undefined when the server doesn't say. */
  newest: () => Promise<MicroFrontend | undefined>;
  report: (version: MicroFrontend, outcome: Outcome) => void;
  /** A clock in milliseconds. */
  now: () => number;
}

/** Versions in the order in which they are tried, or how to find them. */
type Versions = readonly MicroFrontend[] | (() => Promise<readonly MicroFrontend[]>);

export type LoadState =
  | { status: 'loading' }
  /** Loaded, but not on the screen yet. */
  | { status: 'loaded'; remote: LoadedRemote }
  | { status: 'shown'; remote: LoadedRemote }
  /** No version works. `remote` is one whose first screen threw; its other screens may work. */
  | { status: 'failed'; error: unknown; remote?: LoadedRemote };

interface Failure {
  error: unknown;
  cause: LoadCause;
}

const causeOf = (error: unknown): LoadCause => (error instanceof LoadFailure ? error.reason : 'init');

/**
 * Creates the load of one remote: an observable `LoadState`, in "loading" until `start`. Each version is retried once
 * in the life of the page; then the next one in the list is loaded; then the server is asked for a newer one, because a
 * page that was opened long ago may know only versions that are gone.
 */
export const createRemoteLoad = (deps: LoaderDeps) => {
  const listeners = new Set<() => void>();
  let state: LoadState = { status: 'loading' };
  let startedAt: number | undefined;
  /** Whether no slot waits for it yet. A load ahead that fails is forgotten, and the slot starts a new one. */
  let isAhead = false;
  let queue: AsyncGenerator<MicroFrontend, undefined> | undefined;
  let tried: { version: MicroFrontend; since: number } | undefined;

  const setState = (next: LoadState): void => {
    state = next;
    for (const listener of listeners) listener();
  };

  const report = (event: LoadReport['event'], failure?: Failure): void => {
    if (tried) deps.report(tried.version, { event, ...failure, durationMs: deps.now() - tried.since });
  };

  async function* candidates(known: Versions): AsyncGenerator<MicroFrontend, undefined> {
    const versions = typeof known === 'function' ? await known() : known;
    yield* deps.inOrder(versions);
    const newest = await deps.newest();
    if (newest && versions.every(({ metadata }) => metadata.version !== newest.metadata.version))
      yield newest;
    return undefined;
  }

  const nextCandidate = async (): Promise<MicroFrontend | undefined> => {
    if (startedAt === undefined || deps.now() - startedAt >= PATIENCE_MS) return undefined;
    return (await queue?.next())?.value;
  };

  const attempt = async (version: MicroFrontend): Promise<LoadedModule> => {
    const number = deps.nextAttempt(version);
    try {
      return await deps.load(version, number);
    } catch (error) {
      const cause = causeOf(error);
      if (number > 0 || !RETRYABLE.includes(cause)) throw error;
      report('retried', { error, cause });
      return deps.load(version, deps.nextAttempt(version));
    }
  };

  /**
   * @param failure of the version that was tried last; undefined at the start
   * @param thrown the version whose first screen threw, kept until another one takes its place
   */
  const loadNext = async (failure?: Failure, thrown?: LoadedRemote): Promise<void> => {
    const version = await nextCandidate();
    if (failure) report(version ? 'fell-back' : 'gave-up', failure);
    if (!version) {
      if (isAhead) {
        startedAt = undefined;
        return;
      }
      const error = failure?.error ?? new Error('The registry names no version of this remote.');
      return setState({ status: 'failed', error, ...(thrown && { remote: thrown }) });
    }
    tried = { version, since: deps.now() };
    try {
      const remote = { version, ...(await attempt(version)) };
      thrown?.discard();
      setState({ status: 'loaded', remote });
    } catch (error) {
      await loadNext({ error, cause: causeOf(error) }, thrown);
    }
  };

  const restart = (versions: Versions): void => {
    if ('remote' in state) state.remote?.discard();
    startedAt = deps.now();
    queue = candidates(versions);
    tried = undefined;
    setState({ status: 'loading' });
    void loadNext();
  };

  return {
    state: () => state,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /**
     * @param versions the resolved version, then those to fall back to; ignored once the load has started
     * @param ahead whether no slot waits for it
     */
    start: (versions: Versions, ahead = false) => {
      isAhead = ahead && (isAhead || startedAt === undefined);
      if (startedAt === undefined) restart(versions);
    },
    /** Removes the remote from the page and loads it anew. */
    restart,
    /** Call it when a screen of the loaded version is on the page. */
    onCommit: () => {
      if (state.status !== 'loaded') return;
      report('shown');
      setState({ status: 'shown', remote: state.remote });
    },
    /** Call it when a screen throws. On the first render, another version takes over; later, it is a crash. */
    onError: (error: unknown) => {
      const failure: Failure = { error, cause: isLostChunk(error) ? 'chunk' : 'render' };
      if (state.status === 'shown') report('crashed', failure);
      if (state.status !== 'loaded') return;
      startedAt = deps.now();
      const thrown = state.remote;
      setState({ status: 'loading' });
      void loadNext(failure, thrown);
    },
  };
};

export type RemoteLoad = ReturnType<typeof createRemoteLoad>;
