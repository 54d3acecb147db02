import type { RemoteModule } from '@portal/contract';

const running = new Map<string, Promise<RemoteModule>>();

/**
 * Starts a version of a remote, unless it runs in this page already: a portal that is shown once more, or twice, takes
 * what is there. One that did not start is forgotten.
 * @param entry the address of its entry, by which it is known
 */
export const runOnce = (entry: string, start: () => Promise<RemoteModule>): Promise<RemoteModule> => {
  const known = running.get(entry);
  if (known) return known;
  const starting = start();
  running.set(entry, starting);
  starting.catch(() => running.delete(entry));
  return starting;
};
