import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** React's own code assigns these; libraries for React only read them. */
const REACT = /__(?:CLIENT|DOM|SECRET)_INTERNALS_DO_NOT_USE_\w+\s*=[^=]/;

/** Why a remote should not contain React, as a sentence; undefined if it does not. */
export const ownReact = async (
  release: string,
  directory: string,
  files: readonly string[],
): Promise<string | undefined> => {
  for (const file of files.filter((name) => /\.m?js$/.test(name)))
    if (REACT.test(await readFile(join(directory, file), 'utf8')))
      return `${release} contains a React of its own, in ${file}: hooks of the portal fail in it, and a screen by mount() loads React twice. Build with shared: consumed of @portal/remote-build.`;
  return undefined;
};
