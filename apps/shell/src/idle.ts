import { useEffect } from 'react';

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
