import type { NavigationEntry, RemoteSummary } from '@portal/contract';
import { useState } from 'react';
import { matchPath, useLocation } from 'react-router-dom';

/** The navigation entry of the current screen. */
export interface CurrentEntry {
  path: string;
  /** Whether the entry leads to this screen; otherwise, it leads to the one that the customer came from. */
  isPage: boolean;
}

/** The entries from all descriptors, in their common order. */
export const navigationEntries = (remotes: readonly RemoteSummary[]): NavigationEntry[] =>
  remotes.flatMap(({ navigation }) => navigation).sort((a, b) => a.order - b.order);

/** The entry of the screen. One without, such as an order, gets the last visited entry of the remote that owns it. */
export const useCurrentEntry = (owner: RemoteSummary | undefined): CurrentEntry | undefined => {
  const { pathname } = useLocation();
  const [last, setLast] = useState<string>();
  const entries = owner ? navigationEntries([owner]) : [];
  const visited = pathname === '/' ? entries[0] : entries.find(({ path }) => matchPath(path, pathname));
  if (visited && visited.path !== last) setLast(visited.path);
  const entry = visited ?? entries.find(({ path }) => path === last);
  return entry && { path: entry.path, isPage: visited !== undefined };
};
