import type { Descriptor } from '@portal/contract';
import { overlap, ownerOfRoute, routeClaim, routeFault, type RouteOwners } from '@portal/releases';
import type { Release, RouteClaim } from './release';

/**
 * Decides which remote has each page, also where a rollback brought back a route that another has by now: by the
 * operator's list, then who claimed it first. Returns why a remote cannot be served with its routes, to complete "this
 * version …".
 */
export const routeOwnership = (releases: readonly Release[], owners: RouteOwners = new Map()) => {
  const claims = releases.flatMap(({ name, routes }) => routes.map((claim) => ({ ...claim, name })));

  return (name: string, { routes }: Pick<Descriptor, 'routes'>): string | undefined => {
    for (const route of routes) {
      const fault = routeFault(owners, name, route);
      if (fault !== undefined) return `has the route ${route}, which ${fault}`;
      if (ownerOfRoute(owners, route)) continue;
      const own = claims.find((claim) => claim.name === name && claim.route === routeClaim(route));
      const isEarlier = ({ at }: RouteClaim) => own === undefined || at < own.at;
      const taken = claims.find(
        (claim) => claim.name !== name && isEarlier(claim) && overlap(claim.route, route),
      );
      if (taken) return `has the route ${route}, which belongs to ${taken.name}: ${taken.route}`;
    }
    return undefined;
  };
};
