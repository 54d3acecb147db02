import type { Descriptor } from '@portal/contract';
import { coerce, satisfies, validRange } from 'semver';
import { drawerConflicts } from './drawer';
import { ReleaseError } from './release-error';
import { isNested, ownerOfRoute, overlap, routeFault } from './route-ownership';
import { SHELL, type Others, type Served } from './served';

/**
 * Explains why a remote cannot run in a shell. A prerelease counts as its release: 1.1.0-rc1 offers what 1.1.0 does.
 * @returns undefined if it can run
 */
export const incompatibility = (
  { requires }: Pick<Descriptor, 'requires'>,
  shellVersion: string,
): string | undefined => {
  if (validRange(requires.shell) === null)
    return `requires shell "${requires.shell}", which is not a version range`;
  const release = coerce(shellVersion);
  return release && satisfies(release, requires.shell)
    ? undefined
    : `requires shell ${requires.shell}, and the shell is ${shellVersion}`;
};

/** A version to release. */
export interface Candidate {
  name: string;
  version: string;
  /** Absent for the shell. */
  descriptor?: Descriptor | undefined;
  /** The descriptor of its live version, whose routes the remote may keep. */
  live?: Descriptor | undefined;
}

/** Normalizes a route as the router does: names of parameters, case and a trailing `/` do not matter. */
const normalized = (route: string): string =>
  route
    .replaceAll(/:[^/]+/g, ':')
    .replace(/(?<=.)\/$/, '')
    .toLowerCase();

const label = ({ name, version, as }: Served): string =>
  `${name}@${version}, which is ${as === 'live' ? 'live' : 'its canary'}`;

/** Why a route belongs to another remote, to complete "its route …". */
const claimOf = (route: string, { live }: Candidate, other: Served): string | undefined => {
  const theirs = other.descriptor?.routes ?? [];
  if (theirs.some((their) => normalized(their) === normalized(route))) return `belongs to ${label(other)}`;
  const shared = theirs.find((their) => overlap(their, route));
  if (shared !== undefined) return `overlaps ${shared}, which belongs to ${label(other)}`;
  if (live?.routes.some((own) => normalized(own) === normalized(route))) return undefined;
  const near = theirs.find((their) => isNested(their, route));
  return near === undefined ? undefined : `is among the pages of ${near}, which belongs to ${label(other)}`;
};

const routeConflicts = (candidate: Candidate, { routes }: Descriptor, { served, owners }: Beside): string[] =>
  routes.flatMap((route) => {
    const fault = routeFault(owners, candidate.name, route);
    if (fault !== undefined) return [`its route ${route} ${fault}. Choose another one.`];
    // The operator gave the route to this remote: the server leaves out others that have it.
    if (ownerOfRoute(owners, route)) return [];
    return served.flatMap((other) => {
      const claim = claimOf(route, candidate, other);
      return claim === undefined
        ? []
        : [`its route ${route} ${claim}. Choose another one, or let ${other.name} give it up first.`];
    });
  });

const signInConflicts = ({ access }: Descriptor, served: readonly Served[]): string[] =>
  served
    .filter(({ descriptor }) => access === 'anonymous' && descriptor?.access === 'anonymous')
    .slice(0, 1)
    .map(
      (other) =>
        `its access is "anonymous", and sign-in belongs to ${label(other)}. Only one remote can have it.`,
    );

const shellConflicts = (descriptor: Descriptor, served: readonly Served[]): string[] =>
  served
    .filter(({ name, as }) => name === SHELL && as === 'live')
    .map(({ version }) => incompatibility(descriptor, version))
    .filter((problem) => problem !== undefined)
    .map(
      (problem) =>
        `it ${problem}. Promote a matching shell first, or change /requires/shell in the descriptor.`,
    );

const remotesLeftBehind = (version: string, served: readonly Served[]): string[] => {
  const left = served.flatMap((other) => {
    const problem = other.descriptor && incompatibility(other.descriptor, version);
    return problem ? [`${other.name}@${other.version} ${problem}`] : [];
  });
  return left.length > 0 ? [`${left.join('; ')}. Promote versions that run in both shells first.`] : [];
};

/** The other releases, and the owners of routes. */
export type Beside = Pick<Others, 'served' | 'owners'>;

/** Lists the conflicts of a version with other releases, a sentence each. */
export const conflicts = (candidate: Candidate, beside: Beside): string[] => {
  const { version, descriptor } = candidate;
  const { served } = beside;
  return descriptor
    ? [
        ...shellConflicts(descriptor, served),
        ...routeConflicts(candidate, descriptor, beside),
        ...drawerConflicts(candidate.name, descriptor, served),
        ...signInConflicts(descriptor, served),
      ]
    : remotesLeftBehind(version, served);
};

/** @throws ReleaseError for a version that conflicts with other releases */
export const refuseConflicts = (candidate: Candidate, beside: Beside): void => {
  const found = conflicts(candidate, beside);
  if (found.length > 0)
    throw new ReleaseError(`${candidate.name}@${candidate.version} is refused: ${found.join(' ')}`);
};
