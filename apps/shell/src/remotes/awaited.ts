import { findOwner } from '@portal/contract';
import { useIsFetching } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { useLocation } from 'react-router-dom';
import { useRegistry } from './registry-provider';

const never = () => () => undefined;

/** Whether the customer waits for the screen at the current path, or for its data: all else can come later. */
export const useAwaited = (): boolean => {
  const { remotes, loadOf } = useRegistry();
  const owner = findOwner(remotes, useLocation().pathname);
  const load = owner && loadOf(owner);
  const isLoading = useSyncExternalStore(load?.subscribe ?? never, () => {
    const status = load?.state().status;
    return status === 'loading' || status === 'loaded';
  });
  return useIsFetching() > 0 || isLoading;
};
