import type { RemoteSummary } from '@portal/contract';
import { createContext, use, useSyncExternalStore } from 'react';
import type { Remotes } from './remotes';

const RemotesContext = createContext<Remotes | undefined>(undefined);

export const RemotesProvider = RemotesContext.Provider;

/** The remotes of the page: their registry, and their loads. */
export const useRemotes = (): Remotes => {
  const remotes = use(RemotesContext);
  if (!remotes) throw new Error('Call useRemotes inside a RemotesProvider.');
  return remotes;
};

/** The summaries of all remotes, for drawer and routing. */
export const useSummaries = (): readonly RemoteSummary[] => {
  const { registry } = useRemotes();
  return useSyncExternalStore(registry.subscribe, registry.remotes);
};
