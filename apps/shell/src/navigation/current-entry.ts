import { findOwner, type NavigationEntry, type RemoteSummary } from '@portal/contract';
import { useState } from 'react';
import { matchPath, useLocation } from 'react-router-dom';
import { useRegistry } from '../remotes/registry-provider';

/** The entry that leads to where the customer is. */
export interface CurrentEntry {
  path: string;
  /** Whether it leads to this very screen, or to the one that the customer came from. */
  isPage: boolean;
}

/** The entries from all descriptors, in their common order. */
export const navigationEntries = (remotes: readonly RemoteSummary[]): NavigationEntry[] =>
  remotes.flatMap(({ navigation }) => navigation).sort((a, b) => a.order - b.order);

/**
 * The entry of the screen at the current path. `/` is the screen of its owner's first entry. A screen without an entry
 * belongs to the one that the customer came from, if that is of the same remote: an order belongs to the list.
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
