import { findOwner } from '@portal/contract';
import { useIsFetching } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
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

/** The delay in browsers without `requestIdleCallback` (Safari). */
const PAUSE_MS = 50;

/**
 * Runs a task when the browser is idle.
 * @returns a function that cancels it
 */
export const whenIdle = (task: () => void): (() => void) => {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(task, PAUSE_MS);
    return () => clearTimeout(timer);
  }
  const idle = requestIdleCallback(task);
  return () => cancelIdleCallback(idle);
};

/** Runs a task when the browser is idle, while it is wanted. The task must be the same function in every render. */
export const useIdleTask = (isWanted: boolean, task: () => void): void =>
  useEffect(() => (isWanted ? whenIdle(task) : undefined), [isWanted, task]);
