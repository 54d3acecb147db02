/** The prefixes of routes that the operator has given to remotes, by name. */
export type RouteOwners = ReadonlyMap<string, readonly string[]>;

/**
 * Paths that the portal's server answers itself, with everything below them. Paths with a dot (`/embed.js`) cannot be
 * routes anyway.
 */
const RESERVED_PATHS = [
  '/-',
  '/api',
  '/auth-check',
  '/customer-login',
  '/healthz',
  '/hooks',
  '/language',
  '/logout',
  '/notification-preferences/events',
  '/notification-preferences/test',
  '/orders/answer',
  '/orders/files',
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

/** A route as the router matches it: routes that differ only in case or in the names of parameters are the same. */
export const routeClaim = (route: string): string =>
  `/${segmentsOf(route)
    .map((segment) => (segment.startsWith(':') ? ':' : segment))
    .join('/')}`;
