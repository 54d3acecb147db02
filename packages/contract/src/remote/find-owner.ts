import { matchRoutes } from 'react-router';
import type { Descriptor } from './slice';

const firstSegment = (path: string): string => path.split('/', 2)[1] ?? '';

/** Drops most routes by their first segment: with 60 remotes, matching all takes 20 times as long, in each render. */
const candidates = (pathname: string) => {
  // react-router decodes the path; routes are spelled in plain letters.
  if (pathname.includes('%')) return () => true;
  const segment = firstSegment(pathname).toLowerCase();
  return (route: string): boolean => {
    const own = firstSegment(route);
    return own.toLowerCase() === segment || own.startsWith(':') || own === '*';
  };
};

/** Finds the remote that a path belongs to, by the routes of all descriptors and react-router's ranking. */
export const findOwner = <Remote extends Pick<Descriptor, 'routes'>>(
  remotes: readonly Remote[],
  pathname: string,
): Remote | undefined => {
  const isCandidate = candidates(pathname);
  const routes = remotes.flatMap((handle) =>
    handle.routes.filter(isCandidate).map((path) => ({ path, handle })),
  );
  return matchRoutes(routes, pathname)?.at(-1)?.route.handle;
};

/** Whether a path matches one of these routes, by react-router's rules. */
export const leadsToOneOf = (routes: readonly string[], pathname: string): boolean =>
  matchRoutes(
    routes.map((path) => ({ path })),
    pathname,
  ) !== null;
