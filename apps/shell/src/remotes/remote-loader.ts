import type { MicroFrontend } from '@portal/contract';
import type { LoadTarget } from '../federation/page-file';
import { loadRemoteModule, type LoadedModule } from '../federation/runtime';
import { whenIdle } from '../idle';
import { createRemoteLoad, type LoaderDeps, type RemoteLoad } from './remote-load';
import { createTelemetry } from './telemetry';
import { reportUncaughtErrors } from './uncaught-errors';
import { beginStart, dropStart, dropStartsWhenHidden, finishedFirst, finishStart } from './unfinished-start';

interface RemoteLoaderOptions {
  target: LoadTarget;
  /** The version of a remote that the server resolves now. */
  newest: (name: string) => Promise<MicroFrontend | undefined>;
  /** Whether the page is the portal's own. In an embedder's page, nothing is stored, and its errors are not the portal's. */
  isOwnPage: boolean;
}

/** Creates the loads of a page. They share its telemetry and its count of attempts. */
export const createRemoteLoader = ({ target, newest, isOwnPage }: RemoteLoaderOptions) => {
  const loads = new Map<string, RemoteLoad>();
  const attempts = new Map<string, number>();
  const ran = new Set<MicroFrontend>();

  const report = createTelemetry();

  const load = async (version: MicroFrontend, attempt: number): Promise<LoadedModule> => {
    if (isOwnPage) beginStart(version);
    const loaded = await loadRemoteModule(version, attempt, target);
    ran.add(version);
    return loaded;
  };

  const deps: Omit<LoaderDeps, 'newest'> = {
    nextAttempt: ({ url }) => {
      const attempt = attempts.get(url) ?? 0;
      attempts.set(url, attempt + 1);
      return attempt;
    },
    inOrder: (versions) => (isOwnPage ? finishedFirst(versions, report) : versions),
    load,
    report: (version, outcome) => {
      if (outcome.event === 'shown') whenIdle(() => finishStart(version));
      else dropStart(version);
      report(version, outcome);
    },
    now: () => performance.now(),
  };

  return {
    /** The one load of a remote. */
    loadOf: (name: string): RemoteLoad => {
      const known = loads.get(name) ?? createRemoteLoad({ ...deps, newest: () => newest(name) });
      loads.set(name, known);
      return known;
    },

    /**
     * Follows what happens to the page itself: whether it is left, and errors that no part of it handles.
     * @returns a function that stops that
     */
    followPage: (): (() => void) => {
      if (!isOwnPage) return () => undefined;
      const stops = [dropStartsWhenHidden(), reportUncaughtErrors(ran, report)];
      return () => stops.forEach((stop) => stop());
    },
  };
};
