import type { Descriptor } from '@portal/contract';
import { overlap, ownerOfRoute, routeClaim, routeFault, SHELL, type RouteOwners } from '@portal/releases';
import { incompatibility } from './conflicts';
import { findRelease, ownersIn, servedVersions, type Release, type ReleaseProblem } from './release';
import { choiceProblems, type Portal } from './remote-version';

type Routes = Pick<Descriptor, 'routes'>;

/**
 * Decides which remote has each page, also where a rollback brought back a route that another has by now: by the
 * operator's list, then who claimed it first.
 * @returns why a remote cannot have its routes, to complete "this version …"; undefined if it can
 */
export const routeOwnership = (releases: readonly Release[], owners: RouteOwners) => {
  const claims = releases.flatMap(({ name, routes }) => routes.map((claim) => ({ ...claim, name })));

  return (name: string, { routes }: Routes): string | undefined => {
    for (const route of routes) {
      const fault = routeFault(owners, name, route);
      if (fault !== undefined) return `has the route ${route}, which ${fault}`;
      if (ownerOfRoute(owners, route)) continue;
      const own = claims.find((claim) => claim.name === name && claim.route === routeClaim(route));
      const taken = claims.find(
        (claim) => claim.name !== name && (!own || claim.at < own.at) && overlap(claim.route, route),
      );
      if (taken) return `has the route ${route}, which belongs to ${taken.name}: ${taken.route}`;
    }
    return undefined;
  };
};

/** The releases that can be served, and what is not served as released. */
export interface Servable {
  releases: readonly Release[];
  problems: readonly ReleaseProblem[];
}

/**
 * Leaves out versions with routes of other remotes. Also names those that do not run in the live shell, and choices of
 * the operator that do not apply.
 */
export const servable = (releases: readonly Release[], choices: Portal['choices'] = {}): Servable => {
  const shell = findRelease(releases, SHELL)?.live;
  const faultOfRoutes = routeOwnership(releases, ownersIn(choices));
  const problems: ReleaseProblem[] = [];
  const withoutForeignRoutes = (release: Release): Release => {
    const { name, live } = release;
    const versions = { ...release.versions };
    for (const version of servedVersions(release)) {
      const descriptor = versions[version]?.descriptor;
      const fault = descriptor && faultOfRoutes(name, descriptor);
      if (fault !== undefined) delete versions[version];
      const reason = fault ?? (descriptor && incompatibility(descriptor, shell));
      if (reason !== undefined)
        problems.push({ name, problem: `${name} ${version} is left out: it ${reason}.` });
    }
    const descriptor = versions[live ?? '']?.descriptor;
    if (descriptor) problems.push(...choiceProblems(descriptor, choices[name]));
    return { ...release, versions };
  };
  return { releases: releases.map(withoutForeignRoutes), problems };
};
