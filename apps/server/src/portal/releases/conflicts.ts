import type { Descriptor, Widget } from '@portal/contract';
import {
  isNested,
  overlap,
  ownerOfRoute,
  ReleaseError,
  routeFault,
  SHELL,
  type RouteOwners,
} from '@portal/releases';
import { coerce, satisfies } from 'semver';
import { findRelease, type Release } from './release';

/** A version to release. */
interface Candidate {
  name: string;
  version: string;
  /** Absent for the shell. */
  descriptor?: Descriptor | undefined;
}

/** A live version or a canary. */
interface ReleasedVersion extends Candidate {
  as: 'live' | 'canary';
}

const releasedVersions = ({ name, live, canary, versions }: Release): ReleasedVersion[] => {
  const released = (as: 'live' | 'canary', version: string | null | undefined): ReleasedVersion[] =>
    version ? [{ name, version, as, descriptor: versions[version]?.descriptor }] : [];
  return [...released('live', live), ...released('canary', canary?.version)];
};

/**
 * Explains why a remote cannot run in a shell. A prerelease counts as its release: 1.1.0-rc1 offers what 1.1.0 does.
 * @returns undefined if it can run, or there is no shell yet
 */
export const incompatibility = (
  { requires }: Pick<Descriptor, 'requires'>,
  shellVersion: string | null | undefined,
): string | undefined =>
  !shellVersion || satisfies(coerce(shellVersion) ?? '', requires.shell)
    ? undefined
    : `requires shell ${requires.shell}, and the shell is ${shellVersion}`;

/** What a version must get along with. */
interface Others {
  /** The live versions and canaries of everything else. */
  released: readonly ReleasedVersion[];
  owners: RouteOwners;
  /** The routes of its own live version, which it may keep. */
  kept: readonly string[];
}

const othersOf = (name: string, releases: readonly Release[], owners: RouteOwners): Others => {
  const own = findRelease(releases, name);
  return {
    owners,
    released: releases.filter((release) => release !== own).flatMap(releasedVersions),
    kept: own?.versions[own.live ?? '']?.descriptor?.routes ?? [],
  };
};

const describe = ({ name, version, as }: ReleasedVersion): string =>
  `${name}@${version}, which is ${as === 'live' ? 'live' : 'its canary'}`;

const routeConflicts = (name: string, route: string, { released, owners, kept }: Others): string[] => {
  const fault = routeFault(owners, name, route);
  if (fault !== undefined) return [`its route ${route} ${fault}. Choose another one.`];
  // The operator gave the route to this remote: the server leaves out others that have it.
  if (ownerOfRoute(owners, route)) return [];
  return released.flatMap((other) => {
    const theirs = other.descriptor?.routes ?? [];
    const shared = theirs.find((their) => overlap(their, route));
    const isKept = kept.some((own) => overlap(own, route));
    const near = shared ?? (isKept ? undefined : theirs.find((their) => isNested(their, route)));
    if (near === undefined) return [];
    const relation = shared === undefined ? 'is among the pages of' : 'overlaps';
    const claim = shared === route ? 'belongs to' : `${relation} ${near}, which belongs to`;
    return [
      `its route ${route} ${claim} ${describe(other)}. Choose another one, or let ${other.name} give it up first.`,
    ];
  });
};

const remotesLeftBehind = (version: string, released: readonly ReleasedVersion[]): string[] => {
  const left = released.flatMap((other) => {
    const reason = other.descriptor && incompatibility(other.descriptor, version);
    return reason ? [`${other.name}@${other.version} ${reason}`] : [];
  });
  return left.length > 0 ? [`${left.join('; ')}. Promote versions that run in both shells first.`] : [];
};

/** The remotes of the portal itself (specification section 3), whose entries come first in the drawer. */
const PORTAL_REMOTES = ['login', 'orders', 'notification-preferences'];

/** Whether a release is the portal's own, which customers need. */
export const isOfPortal = (name: string): boolean => [SHELL, ...PORTAL_REMOTES].includes(name);

/** The lowest `order` for entries of other remotes. */
const FIRST_ORDER = 100;

const isSameLabel = (one: string, other: string): boolean =>
  one.trim().toLowerCase() === other.trim().toLowerCase();

const drawerConflicts = (
  name: string,
  { label, order }: Descriptor['navigation'][number],
  released: readonly ReleasedVersion[],
): string[] => {
  const owner = released.find(({ descriptor }) =>
    descriptor?.navigation.some((entry) => isSameLabel(entry.label, label)),
  );
  const taken = isSameLabel(label, 'Logout')
    ? "the portal's Logout"
    : owner && `one of ${owner.name}@${owner.version}`;
  const isAmongOwn = order < FIRST_ORDER && !PORTAL_REMOTES.includes(name);
  return [
    ...(taken ? [`its entry "${label}" could be taken for ${taken}. Choose another label.`] : []),
    ...(isAmongOwn
      ? [
          `its entry "${label}" has the order ${order}, among the portal's own entries. Use ${FIRST_ORDER} or more.`,
        ]
      : []),
  ];
};

const placeOf = (slot: string): string => slot.slice(0, slot.indexOf('@'));

/** Why a widget cannot be shown in its slot. A canary may offer the slot that its remote's next version has. */
const widgetConflicts = (
  { name, slot, when = {} }: Widget,
  offered: readonly NonNullable<Descriptor['slots']>[number][],
): string[] => {
  const owner = slot.slice(0, slot.indexOf('/'));
  const found = offered.find(({ id }) => id === slot);
  if (!found) {
    const ids = new Set(offered.map(({ id }) => id));
    const instead = [...ids].filter((id) => placeOf(id) === placeOf(slot)).join(', ');
    return [
      `its widget ${name} needs the slot ${slot}, which no live version or canary of ${owner} offers. ${
        instead ? `Use ${instead}.` : `Release ${owner} with it first.`
      }`,
    ];
  }
  return Object.keys(when)
    .filter((prop) => !Object.hasOwn(found.props, prop))
    .map(
      (prop) =>
        `its widget ${name} appears by ${prop}, which ${slot} does not have. Its props: ${Object.keys(found.props).join(', ') || 'none'}.`,
    );
};

/** Warns that widgets of live versions and canaries lose their slot to a version of its owner. */
const lostWidgets = (
  { name, version, descriptor }: Candidate,
  released: readonly ReleasedVersion[],
): string[] =>
  released.flatMap((other) =>
    (other.descriptor?.widgets ?? [])
      .filter(({ slot }) => slot.startsWith(`${name}/`) && !descriptor?.slots?.some(({ id }) => id === slot))
      .map(
        (widget) =>
          `${name}@${version} lacks the slot ${widget.slot}, so it does not show the widget ${widget.name} of ${describe(other)}.`,
      ),
  );

const conflictsOf = ({ name, version, descriptor }: Candidate, others: Others): string[] => {
  const { released } = others;
  if (!descriptor) return remotesLeftBehind(version, released);
  const shell = released.find((other) => other.name === SHELL && other.as === 'live');
  const misfit = incompatibility(descriptor, shell?.version);
  const offered = released.flatMap((other) => other.descriptor?.slots ?? []);
  const signIn =
    descriptor.access === 'anonymous'
      ? released.find((other) => other.descriptor?.access === 'anonymous')
      : undefined;
  return [
    ...(misfit
      ? [`it ${misfit}. Promote a matching shell first, or change /requires/shell in the descriptor.`]
      : []),
    ...descriptor.routes.flatMap((route) => routeConflicts(name, route, others)),
    ...descriptor.navigation.flatMap((entry) => drawerConflicts(name, entry, released)),
    ...(descriptor.widgets ?? []).flatMap((widget) => widgetConflicts(widget, offered)),
    ...(signIn
      ? [
          `its access is "anonymous", and sign-in belongs to ${describe(signIn)}. Only one remote can have it.`,
        ]
      : []),
  ];
};

/** Lists why a version conflicts with other releases, and what they lose by it, a sentence each. */
export const findConflicts = (candidate: Candidate, releases: readonly Release[], owners: RouteOwners) => {
  const others = othersOf(candidate.name, releases, owners);
  return { conflicts: conflictsOf(candidate, others), warnings: lostWidgets(candidate, others.released) };
};

/** @returns warnings @throws ReleaseError for a version that conflicts with other releases */
export const refuseConflicts = (...given: Parameters<typeof findConflicts>): string[] => {
  const [{ name, version }] = given;
  const { conflicts, warnings } = findConflicts(...given);
  if (conflicts.length === 0) return warnings;
  throw new ReleaseError(`${name}@${version} is refused: ${conflicts.join(' ')}`);
};
