import { leadsToOneOf, type Build, type Descriptor } from '@portal/contract';
import { validRange } from 'semver';
import { ReleaseError } from './release-error';
import { SHELL } from './other-releases';

/** A build to publish. */
interface Publication {
  name: string;
  /** The folder with the build. */
  directory: string;
  /** Absent for the shell. */
  descriptor?: Descriptor;
}

const missingFiles = ({ entry, preload, styles }: Build, files: readonly string[]): string[] =>
  [entry, ...preload, ...styles].filter((file) => !files.includes(file));

/** Lists the faults of a descriptor, each with its JSON pointer (RFC 6901). */
const descriptorFaults = (name: string, descriptor: Descriptor): string[] => [
  ...(descriptor.name === name
    ? []
    : [`/name is "${descriptor.name}", but the remote is published as "${name}"`]),
  ...descriptor.navigation
    .map(({ path }, index) => ({ path, index }))
    .filter(({ path }) => !leadsToOneOf(descriptor.routes, path))
    .map(({ path, index }) => `/navigation/${index}/path "${path}" matches none of its /routes`),
  ...(validRange(descriptor.requires.shell) === null
    ? [`/requires/shell "${descriptor.requires.shell}" is not a version range such as ^1.0.0`]
    : []),
];

/**
 * Refuses a build that cannot work, independent of other releases.
 * @param files the files in its directory
 * @throws ReleaseError with all faults of the first kind found
 */
export const checkPublication = (
  { name, directory, descriptor }: Publication,
  build: Build,
  files: readonly string[],
): void => {
  const missing = missingFiles(build, files);
  if (missing.length > 0) throw new ReleaseError(`${directory} lacks ${missing.join(', ')}. Build again.`);
  if (name === SHELL) {
    if (descriptor) throw new ReleaseError('The shell is not a remote. Publish it without a descriptor.');
    return;
  }
  if (!descriptor)
    throw new ReleaseError(`${name} is a remote. Publish it with its descriptor, remote.json.`);
  const faults = descriptorFaults(name, descriptor);
  if (faults.length > 0)
    throw new ReleaseError(`The descriptor of ${name} is not valid: ${faults.join('; ')}.`);
  // A script assigns its container to a global; a module exports it.
  if (build.format === 'script' && !build.globalName)
    throw new ReleaseError(
      `${directory}/build.json lacks /globalName, the name of the container. The shell needs it to start a remote.`,
    );
};
