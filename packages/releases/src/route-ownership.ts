import type { Descriptor, ReleaseDocument } from '@portal/contract';

/** The prefixes of routes that the operator has given to remotes, by name. */
export type RouteOwners = ReadonlyMap<string, readonly string[]>;

/**
 * Paths that the portal's server answers itself, with everything below them. Paths with a dot (`/embed.js`) cannot be
 * routes anyway.
 */
const RESERVED_PATHS = [
  '/auth-check',
  '/customer-login',
  '/healthz',
  '/hooks',
  '/language',
  '/logout',
  '/metrics',
  '/notification-preferences/test',
  '/readyz',
  '/releases',
  '/serviceOrder',
  '/sign-in/oidc',
  '/telemetry',
  '/unsubscribe',
];

type Segments = readonly string[];

/** As the router reads a route: case and a trailing `/` do not matter. */
const segmentsOf = (route: string): Segments => route.toLowerCase().split('/').filter(Boolean);

const isWord = (segment: string): boolean => !segment.startsWith(':') && segment !== '*';

/** The part of a route before its first parameter, which a team owns with everything below. */
const prefixOf = (route: string): Segments => {
  const segments = segmentsOf(route);
  const end = segments.findIndex((segment) => !isWord(segment));
  return end < 0 ? segments : segments.slice(0, end);
};

const isAtOrBelow = (segments: Segments, prefix: Segments): boolean =>
  prefix.every((segment, place) => segment === segments[place]);

const RESERVED = RESERVED_PATHS.map(segmentsOf);

/** Whether a path can match both routes. */
export const overlap = (one: string, other: string): boolean => {
  const [mine, theirs] = [segmentsOf(one), segmentsOf(other)];
  for (let place = 0; ; place++) {
    const [segment, their] = [mine[place], theirs[place]];
    if (segment === '*' || their === '*') return true;
    if (segment === undefined || their === undefined) return segment === their;
    if (isWord(segment) && isWord(their) && segment !== their) return false;
  }
};

/** Whether one of the routes is among the pages below the other's prefix. `/` is one page. */
export const isNested = (one: string, other: string): boolean => {
  const [mine, theirs] = [prefixOf(one), prefixOf(other)];
  return mine.length > 0 && theirs.length > 0 && (isAtOrBelow(mine, theirs) || isAtOrBelow(theirs, mine));
};

/** Why no remote may have a route; undefined if one may. */
const faultOf = (route: string): string | undefined => {
  const prefix = prefixOf(route);
  if (prefix.length === 0 && route !== '/') return 'matches the pages of all other remotes';
  const reserved = RESERVED.findIndex((path) => isAtOrBelow(prefix, path));
  return reserved < 0
    ? undefined
    : `belongs to the portal's server, which answers ${RESERVED_PATHS[reserved]}`;
};

/** A prefix that belongs to a remote. */
interface Owned {
  name: string;
  prefix: string;
}

/** Finds the owner of a route in the operator's list, by the longest prefix. The prefix `/` covers only that page. */
export const ownerOfRoute = (owners: RouteOwners, route: string): Owned | undefined => {
  const segments = prefixOf(route);
  const all = [...owners].flatMap(([name, prefixes]) => prefixes.map((prefix) => ({ name, prefix })));
  return all
    .filter(({ prefix }) =>
      prefix === '/' ? route === '/' : route !== '/' && isAtOrBelow(segments, segmentsOf(prefix)),
    )
    .sort((one, other) => segmentsOf(other.prefix).length - segmentsOf(one.prefix).length)
    .at(0);
};

/** Why the operator's list refuses a route to a remote; undefined if it does not. */
const ownerFault = (owners: RouteOwners, name: string, route: string): string | undefined => {
  const owner = ownerOfRoute(owners, route);
  if (owner && owner.name !== name)
    return `belongs to ${owner.name}, to which the operator gave ${owner.prefix}`;
  const given = owners.get(name);
  return given && !owner
    ? `is outside the routes that the operator gave to ${name}: ${given.join(', ')}`
    : undefined;
};

/**
 * Why a remote cannot have a route, independent of other releases, to complete "the route …".
 * @returns undefined if it can
 */
export const routeFault = (owners: RouteOwners, name: string, route: string): string | undefined =>
  faultOf(route) ?? ownerFault(owners, name, route);

/** A route of a released remote. */
interface Claim {
  name: string;
  route: string;
  /** When the remote was first published. */
  since: string;
}

const claimsOf = ({ name, live, canary, versions, history }: ReleaseDocument): Claim[] =>
  [live, canary?.version].flatMap((version) => {
    const routes = versions[version ?? '']?.descriptor?.routes ?? [];
    return routes.map((route) => ({ name, route, since: history[0]?.at ?? '' }));
  });

const isEarlier = (one: Omit<Claim, 'route'>, other: Omit<Claim, 'route'>): boolean =>
  one.since < other.since || (one.since === other.since && one.name < other.name);

/**
 * Decides which remote owns each page, even if release documents conflict: the operator's list comes first, then the
 * remote that was published first.
 * @returns why a remote cannot be served with these routes, to complete "this version …"; undefined if it can
 */
export const routeOwnership = (documents: readonly ReleaseDocument[], owners: RouteOwners) => {
  /** By first segment, which routes that match the same path share. */
  const claims = new Map<string | undefined, Claim[]>();
  for (const claim of documents.flatMap(claimsOf)) {
    const [word] = segmentsOf(claim.route);
    claims.set(word, [...(claims.get(word) ?? []), claim]);
  }
  const since = new Map(documents.map(({ name, history }) => [name, history[0]?.at ?? '']));

  return (name: string, { routes }: Pick<Descriptor, 'routes'>): string | undefined => {
    const claimant = { name, since: since.get(name) ?? '' };
    for (const route of routes) {
      const fault = routeFault(owners, name, route);
      if (fault !== undefined) return `has the route ${route}, which ${fault}`;
      if (ownerOfRoute(owners, route)) continue;
      const taken = claims
        .get(segmentsOf(route)[0])
        ?.find((claim) => claim.name !== name && isEarlier(claim, claimant) && overlap(claim.route, route));
      if (taken) return `has the route ${route}, which belongs to ${taken.name}: ${taken.route}`;
    }
    return undefined;
  };
};
