import type { Descriptor, PublishedVersion } from '@portal/contract';
import { overlap, ownerOfRoute, routeClaim, routeFault } from '@portal/releases';
import { incompatibility } from './conflicts';
import { ownersIn, type Release, type RouteClaim } from './release';
import type { Portal } from './remote-version';

/** Returns why a version cannot be served, to complete "this version …"; undefined when it can. */
export type CheckServable = (published: PublishedVersion) => string | undefined;

/** Without integrity, the browser would run a file unchecked. */
const missingIntegrity: CheckServable = ({ entry, preload, styles, integrity }) => {
  const bare = [entry, ...preload, ...styles].find((file) => !integrity[file]);
  return bare === undefined ? undefined : `has no integrity for ${bare}`;
};

/**
 * Decides which remote has each page, also where a rollback brought back a route that another has by now: by the
 * operator's list, then who claimed it first.
 */
const routeOwnership = (releases: readonly Release[], { choices }: Pick<Portal, 'choices'>) => {
  const owners = ownersIn(choices);
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

/** The check for versions of the shell. */
export const shellCheck = ({ development }: Portal): CheckServable =>
  development ? () => undefined : missingIntegrity;

/** The checks for versions of remotes, by name. @param shellVersion the visitor's shell; undefined without one */
export const remoteChecks = (
  releases: readonly Release[],
  shellVersion: string | undefined,
  portal: Portal,
): ((name: string) => CheckServable) => {
  const ownership = routeOwnership(releases, portal);
  return (name) => (published) => {
    const { descriptor, format, globalName } = published;
    if (!descriptor) return 'has no descriptor';
    if (format === 'script' && !globalName) return 'has no global name';
    if (portal.development) return undefined;
    return (
      missingIntegrity(published) ?? incompatibility(descriptor, shellVersion) ?? ownership(name, descriptor)
    );
  };
};
