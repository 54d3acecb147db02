import type { Descriptor } from '@portal/contract';
import { coerce, satisfies, validRange } from 'semver';
import { ReleaseError } from './release-error';
import { isNested, ownerOfRoute, overlap, routeFault } from './route-ownership';
import { SHELL, type Others, type ReleasedVersion } from './other-releases';

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

const describe = ({ name, version, as }: ReleasedVersion): string =>
  `${name}@${version}, which is ${as === 'live' ? 'live' : 'its canary'}`;

/** Why a route belongs to another remote, to complete "its route …". */
const claimOf = (route: string, { live }: Candidate, other: ReleasedVersion): string | undefined => {
  const theirs = other.descriptor?.routes ?? [];
  const shared = theirs.find((their) => overlap(their, route));
  if (shared === route) return `belongs to ${describe(other)}`;
  if (shared !== undefined) return `overlaps ${shared}, which belongs to ${describe(other)}`;
  if (live?.routes.some((kept) => overlap(kept, route))) return undefined;
  const near = theirs.find((their) => isNested(their, route));
  return near === undefined
    ? undefined
    : `is among the pages of ${near}, which belongs to ${describe(other)}`;
};

const routeConflicts = (
  candidate: Candidate,
  { routes }: Descriptor,
  { released, owners }: Others,
): string[] =>
  routes.flatMap((route) => {
    const fault = routeFault(owners, candidate.name, route);
    if (fault !== undefined) return [`its route ${route} ${fault}. Choose another one.`];
    // The operator gave the route to this remote: the server leaves out others that have it.
    if (ownerOfRoute(owners, route)) return [];
    return released.flatMap((other) => {
      const claim = claimOf(route, candidate, other);
      return claim === undefined
        ? []
        : [`its route ${route} ${claim}. Choose another one, or let ${other.name} give it up first.`];
    });
  });

const signInConflicts = ({ access }: Descriptor, released: readonly ReleasedVersion[]): string[] =>
  released
    .filter(({ descriptor }) => access === 'anonymous' && descriptor?.access === 'anonymous')
    .slice(0, 1)
    .map(
      (other) =>
        `its access is "anonymous", and sign-in belongs to ${describe(other)}. Only one remote can have it.`,
    );

const shellConflicts = (descriptor: Descriptor, released: readonly ReleasedVersion[]): string[] =>
  released
    .filter(({ name, as }) => name === SHELL && as === 'live')
    .map(({ version }) => incompatibility(descriptor, version))
    .filter((reason) => reason !== undefined)
    .map(
      (reason) =>
        `it ${reason}. Promote a matching shell first, or change /requires/shell in the descriptor.`,
    );

const remotesLeftBehind = (version: string, released: readonly ReleasedVersion[]): string[] => {
  const left = released.flatMap((other) => {
    const reason = other.descriptor && incompatibility(other.descriptor, version);
    return reason ? [`${other.name}@${other.version} ${reason}`] : [];
  });
  return left.length > 0 ? [`${left.join('; ')}. Promote versions that run in both shells first.`] : [];
};

/** The remotes of the portal itself (specification section 3), whose entries come first in the drawer. */
const PORTAL_REMOTES = ['login', 'orders', 'notification-preferences'];

/** The lowest `order` for entries of other remotes. */
const FIRST_ORDER = 100;

const isSameLabel = (one: string, other: string): boolean =>
  one.trim().toLowerCase() === other.trim().toLowerCase();

const drawerConflicts = (
  { name }: Candidate,
  { navigation }: Descriptor,
  released: readonly ReleasedVersion[],
): string[] =>
  navigation.flatMap(({ label, order }) => {
    const owner = released.find(({ descriptor }) =>
      descriptor?.navigation.some((entry) => isSameLabel(entry.label, label)),
    );
    return [
      ...(isSameLabel(label, 'Logout')
        ? [`its entry "${label}" could be taken for the portal's Logout. Choose another label.`]
        : []),
      ...(owner
        ? [
            `its entry "${label}" could be taken for one of ${owner.name}@${owner.version}. Choose another label.`,
          ]
        : []),
      ...(order < FIRST_ORDER && !PORTAL_REMOTES.includes(name)
        ? [
            `its entry "${label}" has the order ${order}, among the portal's own entries. Use ${FIRST_ORDER} or more.`,
          ]
        : []),
    ];
  });

/** Lists the conflicts of a version with other releases, a sentence each. */
export const conflicts = (candidate: Candidate, others: Others): string[] => {
  const { version, descriptor } = candidate;
  const { released } = others;
  return descriptor
    ? [
        ...shellConflicts(descriptor, released),
        ...routeConflicts(candidate, descriptor, others),
        ...drawerConflicts(candidate, descriptor, released),
        ...signInConflicts(descriptor, released),
      ]
    : remotesLeftBehind(version, released);
};

/** @throws ReleaseError for a version that conflicts with other releases */
export const refuseConflicts = (candidate: Candidate, others: Others): void => {
  const found = conflicts(candidate, others);
  if (found.length > 0)
    throw new ReleaseError(`${candidate.name}@${candidate.version} is refused: ${found.join(' ')}`);
};
