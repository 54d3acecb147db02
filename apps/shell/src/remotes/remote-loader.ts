import type { MicroFrontend } from '@portal/contract';
import type { LoadTarget } from '../federation/page-file';
import { loadRemoteModule } from '../federation/runtime';
import { createRemoteLoad, type LoaderDeps, type RemoteLoad } from './remote-load';
import { createTelemetry } from './telemetry';

interface RemoteLoaderOptions {
  target: LoadTarget;
  /** The version of a remote that the server resolves now. */
  newest: (name: string) => Promise<MicroFrontend | undefined>;
}

/**
 * Creates a function that returns the one load of a remote, by its name. The loads share the page's telemetry and its
 * count of attempts.
 */
export const createRemoteLoader = ({ target, newest }: RemoteLoaderOptions) => {
  const loads = new Map<string, RemoteLoad>();
  const attempts = new Map<string, number>();

  const deps: Omit<LoaderDeps, 'newest'> = {
    nextAttempt: ({ url }) => {
      const attempt = attempts.get(url) ?? 0;
      attempts.set(url, attempt + 1);
      return attempt;
    },
    load: (version, attempt) => loadRemoteModule(version, attempt, target),
    report: createTelemetry(),
    now: () => performance.now(),
  };

  return (name: string): RemoteLoad => {
    const load = loads.get(name) ?? createRemoteLoad({ ...deps, newest: () => newest(name) });
    loads.set(name, load);
    return load;
  };
};
