import type { LoadCause, MicroFrontend } from '@portal/contract';
import type { LoadTarget } from '../federation/page-file';
import { undoChanges } from '../federation/built-ins';
import { LoadFailure } from '../federation/load-failure';
import { loadRemoteModule, type LoadedModule } from '../federation/runtime';
import { createRemoteLoad, type LoaderDeps, type RemoteLoad } from './remote-load';
import { createTelemetry } from './telemetry';
import {
  quarantine,
  quarantineCause,
  recurringCause,
  setInspector,
  unwatch,
  waitForWorker,
  watch,
} from './watch';

interface RemoteLoaderOptions {
  target: LoadTarget;
  /** The version of a remote that the server resolves now. */
  newest: (name: string) => Promise<MicroFrontend | undefined>;
  /** Whether a remote is a preview, which is shown even if this browser quarantines its version. */
  isFinal: (name: string) => boolean;
  isOwnPage: boolean;
}

/**
 * Creates a function that returns the one load of a remote, by its name. The loads share the page's telemetry and its
 * count of attempts.
 */
export const createRemoteLoader = ({ target, newest, isFinal, isOwnPage }: RemoteLoaderOptions) => {
  const loads = new Map<string, RemoteLoad>();
  const attempts = new Map<string, number>();

  const report = createTelemetry();

  const inspect = async (version: MicroFrontend): Promise<boolean> => {
    undoChanges();
    const inspector = await import(/* webpackChunkName: 'surroundings' */ './inspect');
    return inspector.inspect(version, { undoChanges, quarantine, report });
  };
  if (isOwnPage) setInspector((version) => inspect(version).catch(() => undefined));

  const load = async (version: MicroFrontend, attempt: number): Promise<LoadedModule> => {
    const cause = isFinal(version.extras.descriptor.name) ? undefined : quarantineCause(version);
    const refuse = (reason: LoadCause) =>
      new LoadFailure(reason, `${version.url} is quarantined: ${reason}.`);
    if (cause) throw refuse(cause);
    watch(version);
    try {
      // Wait for the worker: the version may freeze the page as soon as it runs.
      await waitForWorker();
      const loaded = await loadRemoteModule(version, attempt, target);
      if (undoChanges().length > 0 && (await inspect(version))) {
        loaded.discard();
        throw refuse('globals');
      }
      return loaded;
    } finally {
      unwatch(version);
    }
  };

  const deps: Omit<LoaderDeps, 'newest'> = {
    nextAttempt: ({ url }) => {
      const attempt = attempts.get(url) ?? 0;
      attempts.set(url, attempt + 1);
      return attempt;
    },
    load,
    report: (version, outcome) => {
      const cause = recurringCause(outcome.cause);
      // Quarantine a version only if another one takes its place: a fault of the data must not leave the customer
      // without any.
      if (outcome.event === 'fell-back' && cause && !quarantineCause(version)) quarantine(version, cause);
      report(version, outcome);
    },
    now: () => performance.now(),
  };

  return (name: string): RemoteLoad => {
    const load = loads.get(name) ?? createRemoteLoad({ ...deps, newest: () => newest(name) });
    loads.set(name, load);
    return load;
  };
};
