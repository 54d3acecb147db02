import { leadsToOneOf, type Build, type Descriptor } from '@portal/contract';
import { validRange } from 'semver';
import { ReleaseError } from './release-error';
import { SHELL } from './served';

/** What a build is published as. */
interface Publication {
  name: string;
  /** Where the build is. */
  directory: string;
  /** Absent for the shell. */
  descriptor?: Descriptor;
}

const missingFiles = ({ entry, preload, styles }: Build, files: readonly string[]): string[] =>
  [entry, ...preload, ...styles].filter((file) => !files.includes(file));

/** What is wrong with a descriptor on its own, each with its place as a JSON pointer (RFC 6901). */
const descriptorFaults = (name: string, descriptor: Descriptor): string[] => [
  ...(descriptor.name === name ? [] : [`/name is "${descriptor.name}", and it is published as "${name}"`]),
  ...descriptor.navigation
    .map(({ path }, index) => ({ path, index }))
    .filter(({ path }) => !leadsToOneOf(descriptor.routes, path))
    .map(({ path, index }) => `/navigation/${index}/path "${path}" leads to none of its /routes`),
  ...(validRange(descriptor.requires.shell) === null
    ? [`/requires/shell "${descriptor.requires.shell}" is no range of versions such as ^1.0.0`]
    : []),
];

/**
 * Refuses a build that could not work, whatever else is live.
 * @param files what is in its directory
 * @throws ReleaseError naming every fault of the first kind that is found
 */
export const checkPublication = (
  { name, directory, descriptor }: Publication,
  build: Build,
  files: readonly string[],
): void => {
  const missing = missingFiles(build, files);
  if (missing.length > 0)
    throw new ReleaseError(`${directory} lacks ${missing.join(', ')}. Build again: pnpm build`);
  if (name === SHELL) {
    if (descriptor) throw new ReleaseError('The shell is no remote. Publish it without a descriptor.');
    return;
  }
  if (!descriptor)
    throw new ReleaseError(`${name} is a remote. Publish it with its descriptor, remote.json.`);
  const faults = descriptorFaults(name, descriptor);
  if (faults.length > 0)
    throw new ReleaseError(`The descriptor of ${name} is not valid: ${faults.join('; ')}.`);
  // A script leaves its container in a global; a module exports it.
  if (build.format === 'script' && !build.globalName)
    throw new ReleaseError(
      `${directory}/build.json lacks /globalName, the name of the container. Without it the shell cannot start a remote.`,
    );
};
