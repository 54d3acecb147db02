import { matchRoutes } from 'react-router';
import type { Descriptor } from './descriptor';

/**
 * Finds the remote that a path belongs to, by the routes of all descriptors and react-router's ranking. The shell shows
 * that remote; the server preloads it.
 * @returns undefined when no remote owns the path
 */
export const findOwner = <Remote extends Pick<Descriptor, 'routes'>>(
  remotes: readonly Remote[],
  pathname: string,
): Remote | undefined => {
  const routes = remotes.flatMap((handle) => handle.routes.map((path) => ({ path, handle })));
  return matchRoutes(routes, pathname)?.at(-1)?.route.handle;
};

/** Whether a path matches one of these routes, by react-router's rules. */
export const leadsToOneOf = (routes: readonly string[], pathname: string): boolean =>
  matchRoutes(
    routes.map((path) => ({ path })),
    pathname,
  ) !== null;
