import { matchRoutes } from 'react-router';
import type { MicroFrontend } from './registry';

/**
 * Which remote a path belongs to, by the routes of all descriptors and react-router's own ranking. The shell
 * asks it for what to show, the server for what to preload.
 * @returns undefined when nobody owns the path
 */
export const findOwner = (remotes: readonly MicroFrontend[], pathname: string): MicroFrontend | undefined => {
  const routes = remotes.flatMap((remote) =>
    remote.extras.descriptor.routes.map((path) => ({ path, handle: remote })),
  );
  return matchRoutes(routes, pathname)?.at(-1)?.route.handle;
};

/** Whether a path leads to one of these routes, by react-router's own matching. */
export const leadsToOneOf = (routes: readonly string[], pathname: string): boolean =>
  matchRoutes(
    routes.map((path) => ({ path })),
    pathname,
  ) !== null;
