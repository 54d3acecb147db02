import type { LoadCause, LoadReport, RemoteVersion } from '@portal/contract';
import { createStore } from '../store';
import { isLostChunk, LoadFailure } from './federation/load-failure';
import type { LoadedModule } from './federation/runtime';
import type { LoadOutcome } from './telemetry';

/** After this time, no other version is tried. Each version has time limits of its own. */
const PATIENCE_MS = 30_000;

/** Causes that a second attempt may overcome. A version that was late, or is wrong in itself, isn't asked for again. */
const RETRYABLE: readonly LoadCause[] = ['entry', 'chunk', 'style', 'integrity', 'init'];

/** A version, and when its load began, in milliseconds of the clock. */
interface Attempted {
  version: RemoteVersion;
  since: number;
}

/** A version of a remote in the page. */
export type LoadedRemote = LoadedModule & Attempted;

/** How far the load of a remote is. */
export type LoadState =
  /** Nobody has asked for the remote. */
  | { status: 'waiting' }
  /** Ahead: no slot shows the remote yet. If that fails, it is forgotten, and the slot starts anew. */
  | { status: 'loading'; isAhead: boolean }
  /** No version works. */
  | { status: 'failed' }
  /** A version runs. None of its screens has been on the page. */
  | { status: 'loaded'; remote: LoadedRemote }
  /** A screen has been on the page. If one throws now, no other version takes over. */
  | { status: 'shown'; remote: LoadedRemote }
  /** The first screen threw, and no other version works. Its other screens may work. */
  | { status: 'broken'; remote: LoadedRemote };

/** What a load needs from the page. */
export interface LoadDeps {
  /** The versions in the order in which to try them. */
  versions: () => Promise<readonly RemoteVersion[]>;
  /** Asks the server which version this visitor gets now; undefined when the server doesn't say. */
  newest: () => Promise<RemoteVersion | undefined>;
  /** Counts the attempts to load a version in the life of the page, from 0. */
  nextAttempt: (version: RemoteVersion) => number;
  load: (version: RemoteVersion, attempt: number) => Promise<LoadedModule>;
  report: (version: RemoteVersion, outcome: LoadOutcome) => void;
  /** A clock in milliseconds. */
  now: () => number;
}

interface LoadFault {
  error: unknown;
  cause: LoadCause;
}

const failureOf = (error: unknown): LoadFault => ({
  error,
  cause: error instanceof LoadFailure ? error.reason : 'init',
});

/** The versions to try: those of the page, then the server's newest, because all that the page knows may be gone. */
async function* candidatesOf({ versions, newest }: LoadDeps): AsyncGenerator<RemoteVersion, undefined> {
  const known = await versions();
  yield* known;
  const latest = await newest();
  if (latest && known.every(({ metadata }) => metadata.version !== latest.metadata.version)) yield latest;
  return undefined;
}

/** The load of one remote. Each version is retried once in the life of the page; then comes the next candidate. */
export const createRemoteLoad = (deps: LoadDeps) => {
  const state = createStore<LoadState>({ status: 'waiting' });
  let candidates = candidatesOf(deps);

  const report = ({ version, since }: Attempted, event: LoadReport['event'], failure?: LoadFault): void =>
    deps.report(version, { event, ...failure, durationMs: deps.now() - since });

  const loadTwice = async (attempted: Attempted): Promise<LoadedModule> => {
    const { version } = attempted;
    const attempt = deps.nextAttempt(version);
    try {
      return await deps.load(version, attempt);
    } catch (error) {
      const failure = failureOf(error);
      if (attempt > 0 || !RETRYABLE.includes(failure.cause)) throw error;
      report(attempted, 'retried', failure);
      return deps.load(version, deps.nextAttempt(version));
    }
  };

  /** Loads the next candidate that works. @param failed the version before; undefined at first. @returns undefined when none works */
  const loadNext = async (
    deadline: number,
    failed?: Attempted & LoadFault,
  ): Promise<LoadedRemote | undefined> => {
    const next = deps.now() < deadline ? await candidates.next() : undefined;
    const version = next?.value;
    if (failed)
      report(failed, version ? 'fell-back' : 'gave-up', { error: failed.error, cause: failed.cause });
    if (!version) return undefined;
    const attempted = { version, since: deps.now() };
    try {
      return { ...(await loadTwice(attempted)), ...attempted };
    } catch (error) {
      return loadNext(deadline, { ...attempted, ...failureOf(error) });
    }
  };

  const load = async (): Promise<void> => {
    candidates = candidatesOf(deps);
    const remote = await loadNext(deps.now() + PATIENCE_MS);
    const latest = state.get();
    if (remote) state.set({ status: 'loaded', remote });
    else state.set({ status: latest.status === 'loading' && latest.isAhead ? 'waiting' : 'failed' });
  };

  const replace = async (thrown: LoadedRemote, failure: LoadFault): Promise<void> => {
    state.set({ status: 'loading', isAhead: false });
    const remote = await loadNext(deps.now() + PATIENCE_MS, { ...thrown, ...failure });
    if (remote) {
      thrown.discard();
      state.set({ status: 'loaded', remote });
    } else state.set({ status: 'broken', remote: thrown });
  };

  return {
    /** Components follow it by `useStore`. */
    state,
    /** Begins to load, unless that was done before. `isAhead`: no slot shows the remote yet. */
    start: ({ isAhead = false } = {}): void => {
      const { status } = state.get();
      if (status === 'waiting') {
        state.set({ status: 'loading', isAhead });
        void load();
      } else if (status === 'loading' && !isAhead) state.set({ status, isAhead });
    },
    /** Removes the remote from the page and loads it anew. */
    restart: (): void => {
      const latest = state.get();
      if ('remote' in latest) latest.remote.discard();
      state.set({ status: 'loading', isAhead: false });
      void load();
    },
    /** Call it when a screen of the loaded version is on the page. */
    onShown: (): void => {
      const latest = state.get();
      if (latest.status !== 'loaded') return;
      state.set({ ...latest, status: 'shown' });
      report(latest.remote, 'shown');
    },
    /** Call it when a screen throws. Another version takes over, unless this one has shown a screen. */
    onError: (error: unknown): void => {
      const latest = state.get();
      const failure: LoadFault = { error, cause: isLostChunk(error) ? 'chunk' : 'render' };
      if (latest.status === 'shown') report(latest.remote, 'crashed', failure);
      else if (latest.status === 'loaded') void replace(latest.remote, failure);
    },
  };
};

export type RemoteLoad = ReturnType<typeof createRemoteLoad>;
