import { matchRoutes } from 'react-router';
import type { MicroFrontend } from './registry';

/**
 * Finds the remote that a path belongs to, by the routes of all descriptors and react-router's ranking. The shell shows
 * that remote; the server preloads it.
 * @returns undefined when no remote owns the path
 */
export const findOwner = (remotes: readonly MicroFrontend[], pathname: string): MicroFrontend | undefined => {
  const routes = remotes.flatMap((remote) =>
    remote.extras.descriptor.routes.map((path) => ({ path, handle: remote })),
  );
  return matchRoutes(routes, pathname)?.at(-1)?.route.handle;
};

/** Whether a path matches one of these routes, by react-router's rules. */
export const leadsToOneOf = (routes: readonly string[], pathname: string): boolean =>
  matchRoutes(
    routes.map((path) => ({ path })),
    pathname,
  ) !== null;
