import type { Descriptor, ReleaseDocument } from '@portal/contract';

/** The prefixes of routes that the operator has given to remotes, by name. */
export type RouteOwners = ReadonlyMap<string, readonly string[]>;

/**
 * Paths that the portal's server answers itself, with everything below them. Paths with a dot (`/embed.js`) cannot be
 * routes anyway.
 */
const RESERVED_PATHS = [
  '/-/operator/work',
  '/api',
  '/auth-check',
  '/customer-login',
  '/healthz',
  '/hooks',
  '/language',
  '/logout',
  '/notification-preferences/events',
  '/notification-preferences/test',
  '/orders/mute',
  '/readyz',
  '/releases',
  '/serviceOrder',
  '/sessions',
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

/** Finds the owner of a route in the operator's list, by the longest prefix. The prefix `/` covers only that page. */
export const ownerOfRoute = (
  owners: RouteOwners,
  route: string,
): { name: string; prefix: string } | undefined => {
  const segments = prefixOf(route);
  return [...owners]
    .flatMap(([name, prefixes]) => prefixes.map((prefix) => ({ name, prefix })))
    .filter(({ prefix }) =>
      prefix === '/' ? route === '/' : route !== '/' && isAtOrBelow(segments, segmentsOf(prefix)),
    )
    .sort((one, other) => segmentsOf(other.prefix).length - segmentsOf(one.prefix).length)
    .at(0);
};

/** Why a remote cannot have a route, to complete "the route …"; undefined if it can. */
export const routeFault = (owners: RouteOwners, name: string, route: string): string | undefined => {
  const prefix = prefixOf(route);
  if (prefix.length === 0 && route !== '/') return 'matches the pages of all other remotes';
  const reserved = RESERVED_PATHS.find((path) => isAtOrBelow(prefix, segmentsOf(path)));
  if (reserved) return `belongs to the portal's server, which answers ${reserved}`;
  const owner = ownerOfRoute(owners, route);
  if (owner && owner.name !== name)
    return `belongs to ${owner.name}, to which the operator gave ${owner.prefix}`;
  const given = owners.get(name);
  return given && !owner
    ? `is outside the routes that the operator gave to ${name}: ${given.join(', ')}`
    : undefined;
};

/** A remote, and when it was first published. */
interface Claimant {
  name: string;
  since: string;
}

const claimantOf = ({ name, history }: ReleaseDocument): Claimant => ({ name, since: history[0]?.at ?? '' });

const routesOf = ({ live, canary, versions }: ReleaseDocument): string[] =>
  [live, canary?.version].flatMap((version) => versions[version ?? '']?.descriptor?.routes ?? []);

const isEarlier = (one: Claimant, other: Claimant): boolean =>
  one.since < other.since || (one.since === other.since && one.name < other.name);

/**
 * Decides which remote owns each page, even if documents conflict: by the operator's list, then who published first.
 * Returns why a remote cannot be served with its routes, to complete "this version …".
 */
export const routeOwnership = (documents: readonly ReleaseDocument[], owners: RouteOwners = new Map()) => {
  /** By first segment, which routes that match the same path share. */
  const claims = new Map<string | undefined, (Claimant & { route: string })[]>();
  for (const document of documents)
    for (const route of routesOf(document)) {
      const [word] = segmentsOf(route);
      claims.set(word, [...(claims.get(word) ?? []), { ...claimantOf(document), route }]);
    }
  const claimants = new Map(documents.map((document) => [document.name, claimantOf(document)]));

  return (name: string, { routes }: Pick<Descriptor, 'routes'>): string | undefined => {
    const claimant = claimants.get(name) ?? { name, since: '' };
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
