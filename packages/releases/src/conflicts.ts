import type { Descriptor } from '@portal/contract';
import { coerce, satisfies, validRange } from 'semver';
import { ReleaseError } from './release-error';
import { SHELL, type Served } from './served';

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
}

/** Normalizes a route as the router does: names of parameters, case and a trailing `/` do not matter. */
const normalized = (route: string): string =>
  route
    .replaceAll(/:[^/]+/g, ':')
    .replace(/(?<=.)\/$/, '')
    .toLowerCase();

const label = ({ name, version, as }: Served): string =>
  `${name}@${version}, which is ${as === 'live' ? 'live' : 'its canary'}`;

const routeConflicts = ({ routes }: Descriptor, served: readonly Served[]): string[] =>
  served.flatMap((other) => {
    const theirs = new Set(other.descriptor?.routes.map(normalized));
    return routes
      .filter((route) => theirs.has(normalized(route)))
      .map(
        (route) =>
          `its route ${route} belongs to ${label(other)}. Choose another one, or let ${other.name} give it up first.`,
      );
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
      (problem) => `it ${problem}. Promote such a shell first, or change /requires/shell in the descriptor.`,
    );

const remotesLeftBehind = (version: string, served: readonly Served[]): string[] => {
  const left = served.flatMap((other) => {
    const problem = other.descriptor && incompatibility(other.descriptor, version);
    return problem ? [`${other.name}@${other.version} ${problem}`] : [];
  });
  return left.length > 0 ? [`${left.join('; ')}. Promote versions that run in both shells first.`] : [];
};

/**
 * Lists the conflicts of a version with other releases, a sentence each.
 * @param served all other live versions and canaries
 */
export const conflicts = ({ version, descriptor }: Candidate, served: readonly Served[]): string[] =>
  descriptor
    ? [
        ...shellConflicts(descriptor, served),
        ...routeConflicts(descriptor, served),
        ...signInConflicts(descriptor, served),
      ]
    : remotesLeftBehind(version, served);

/** @throws ReleaseError for a version that conflicts with other releases */
export const refuseConflicts = (candidate: Candidate, served: readonly Served[]): void => {
  const found = conflicts(candidate, served);
  if (found.length > 0)
    throw new ReleaseError(`${candidate.name}@${candidate.version} is refused: ${found.join(' ')}`);
};
