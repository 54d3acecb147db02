import { findOwner, type Boot, type RemoteVersion, type RemoteSummary } from '@portal/contract';
import { createContext, use } from 'react';
import * as v from 'valibot';
import type { LoadTarget } from './federation/page-file';
import { loadRemoteModule } from './federation/runtime';
import { createStore, useStore } from '../store';
import { createRemoteLoad, type RemoteLoad } from './load-remote';
import { createRegistry } from './registry';
import { createTelemetry, reportUncaughtErrors, thrownBy } from './telemetry';
import {
  beginStart,
  dropStart,
  dropStartsWhenHidden,
  finishedFirst,
  finishStartSoon,
} from './unfinished-start';

const connectionSchema = v.object({ connection: v.object({ saveData: v.literal(true) }) });

interface RemotesOptions {
  boot: Pick<Boot, 'registry' | 'remotes' | 'isPersonal'>;
  /** Absent on the portal's own page. In an embedder's page, nothing is stored, and errors are not the portal's. */
  portalUrl?: string | undefined;
  target: LoadTarget;
}

/** The remotes of a page: their registry, and one load of each, with one telemetry and count of attempts. */
export const createRemotes = ({ boot, portalUrl, target }: RemotesOptions) => {
  const isOwnPage = portalUrl === undefined;
  const registry = createRegistry(boot, portalUrl);
  const report = createTelemetry();
  const loads = new Map<string, RemoteLoad>();
  const attempts = new Map<string, number>();
  const started = new Set<RemoteVersion>();
  const errors = createStore<Readonly<Record<string, string | undefined>>>({});

  const create = (name: string): RemoteLoad =>
    createRemoteLoad({
      versions: async () => {
        const versions = await registry.versionsOf(name);
        return isOwnPage ? finishedFirst(versions, report) : versions;
      },
      newest: async () => (await registry.refresh())?.[name]?.[0],
      nextAttempt: ({ url }) => {
        const attempt = attempts.get(url) ?? 0;
        attempts.set(url, attempt + 1);
        return attempt;
      },
      load: async (version, attempt) => {
        if (isOwnPage) beginStart(version);
        const loaded = await loadRemoteModule(version, attempt, target);
        started.add(version);
        return loaded;
      },
      report: (version, outcome) => {
        if (outcome.event === 'shown') finishStartSoon(version);
        else dropStart(version);
        if (outcome.error !== undefined)
          errors.set({ ...errors.get(), [name]: thrownBy(outcome.error).message });
        report(version, outcome);
      },
      now: () => performance.now(),
    });

  const loadOf = (name: string): RemoteLoad => {
    const remoteLoad = loads.get(name) ?? create(name);
    loads.set(name, remoteLoad);
    return remoteLoad;
  };

  return {
    registry,
    /** What each remote threw at last, for those who preview it. */
    errors,
    /** The one load of a remote. */
    loadOf,
    /** Loads the remote that owns a path before the customer goes there, unless the browser saves data. */
    loadAhead: (path: string): void => {
      const owner = v.is(connectionSchema, navigator) ? undefined : findOwner(registry.remotes.get(), path);
      if (owner) loadOf(owner.name).start({ isAhead: true });
    },
    /** On the portal's own page, follows whether it is left, and errors that no part of it handles. */
    followPage: (): (() => void) => {
      const stops = [dropStartsWhenHidden(), reportUncaughtErrors(started, report)];
      return () => stops.forEach((stop) => stop());
    },
  };
};

export type Remotes = ReturnType<typeof createRemotes>;

export const RemotesContext = createContext<Remotes | undefined>(undefined);

/** The remotes of the page: their registry, and their loads. */
export const useRemotes = (): Remotes => {
  const remotes = use(RemotesContext);
  if (!remotes) throw new Error('Call useRemotes inside a RemotesContext.');
  return remotes;
};

/** The summaries of all remotes, for drawer and routing. */
export const useSummaries = (): readonly RemoteSummary[] => useStore(useRemotes().registry.remotes);
