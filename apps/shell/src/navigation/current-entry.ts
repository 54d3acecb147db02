import { findOwner, type NavigationEntry, type RemoteSummary } from '@portal/contract';
import { useState } from 'react';
import { matchPath, useLocation } from 'react-router-dom';
import { useRegistry } from '../remotes/registry-provider';

/** The navigation entry of the current screen. */
export interface CurrentEntry {
  path: string;
  /** Whether the entry leads to this screen; otherwise, it leads to the one that the customer came from. */
  isPage: boolean;
}

/** The entries from all descriptors, in their common order. */
export const navigationEntries = (remotes: readonly RemoteSummary[]): NavigationEntry[] =>
  remotes.flatMap(({ navigation }) => navigation).sort((a, b) => a.order - b.order);

/**
 * The entry of the screen at the current path. `/` is the screen of its owner's first entry. A screen without an entry,
 * such as an order, gets the last one that the customer visited, such as the list, if it is of the same remote.
 */
export const useCurrentEntry = (): CurrentEntry | undefined => {
  const { remotes } = useRegistry();
  const { pathname } = useLocation();
  const [last, setLast] = useState<string>();
  const owner = findOwner(remotes, pathname);
  const entries = owner ? navigationEntries([owner]) : [];
  const own = pathname === '/' ? entries[0] : entries.find(({ path }) => matchPath(path, pathname));
  if (own && own.path !== last) setLast(own.path);
  const entry = own ?? entries.find(({ path }) => path === last);
  return entry && { path: entry.path, isPage: own !== undefined };
};
