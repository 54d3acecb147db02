import type { Descriptor } from '@portal/contract';
import { coerce, satisfies, validRange } from 'semver';

/**
 * Why a remote cannot run in a shell. What stands after the dash of the shell's version does not count: 1.1.0-rc1
 * offers what 1.1.0 does.
 * @returns undefined when it can
 */
export const incompatibility = (
  { requires }: Pick<Descriptor, 'requires'>,
  shellVersion: string,
): string | undefined => {
  if (validRange(requires.shell) === null)
    return `requires a shell of "${requires.shell}", which is no range`;
  const release = coerce(shellVersion);
  return release && satisfies(release, requires.shell)
    ? undefined
    : `requires shell ${requires.shell}, and the shell is ${shellVersion}`;
};
