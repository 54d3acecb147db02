import type { MicroFrontend } from '@portal/contract';
import type { PageOfFiles } from '../federation/page-file';
import { loadRemoteModule } from '../federation/runtime';
import { loadRemote, type PageOfLoads, type RemoteLoad } from './load-remote';
import { createTelemetry } from './telemetry';

interface RemoteLoaderOptions {
  page: PageOfFiles;
  /** The version of a remote that the server resolves now. */
  newest: (name: string) => Promise<MicroFrontend | undefined>;
  /** Whether no other version of a remote may take the place of the resolved one. */
  isFinal: (name: string) => boolean;
}

/** Loads remotes, and remembers what is on its way or there, and how often what was asked for. */
export const createRemoteLoader = ({ page: pageOfFiles, newest, isFinal }: RemoteLoaderOptions) => {
  const loads = new Map<string, RemoteLoad>();
  const attempts = new Map<string, number>();

  const page: Omit<PageOfLoads, 'newest'> = {
    nextAttempt({ url }) {
      const attempt = attempts.get(url) ?? 0;
      attempts.set(url, attempt + 1);
      return attempt;
    },
    load: (version, attempt) => loadRemoteModule(version, attempt, pageOfFiles),
    report: createTelemetry(),
    now: () => performance.now(),
  };

  return {
    /**
     * The load of a remote: the same one for every caller, so that it is loaded once.
     * @param versions the registry's, at least one
     */
    load(name: string, versions: readonly MicroFrontend[]): RemoteLoad {
      const known = loads.get(name);
      if (known) return known;
      const load = isFinal(name)
        ? loadRemote(versions.slice(0, 1), { ...page, newest: () => Promise.resolve(undefined) })
        : loadRemote(versions, { ...page, newest: () => newest(name) });
      loads.set(name, load);
      return load;
    },

    /** Forgets a remote that could not be shown; whoever asks for it next sends new requests. */
    forget(name: string): void {
      loads.get(name)?.discard();
      loads.delete(name);
    },
  };
};
