import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Files } from './templates';

const MAX_NAME_LENGTH = 40;

/** Explains why a name is invalid for a new remote; undefined if it is valid. */
export const faultOfName = (name: string): string | undefined =>
  /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name) && name.length <= MAX_NAME_LENGTH
    ? undefined
    : `Invalid name ${name}. Use at most ${MAX_NAME_LENGTH} lower-case letters, digits and single dashes, such as service-contracts.`;

/** Writes the files of a new remote. @throws if one of them exists */
export const writeFiles = async (directory: string, files: Files): Promise<void> => {
  for (const [path, content] of Object.entries(files)) {
    const file = join(directory, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, content, { flag: 'wx' });
  }
};

/** The next commands for a remote in its own repository. */
export const nextSteps = (name: string): string => `  cd ${name} && npm install
  npm test
  npm run dev
      shows it alone, with mocked calls
  npm run dev:federated
      shows it in a deployed portal
  npm run verify -- --portal https://portal.example
      publishes it, not live, and mounts its screens in that portal's shell; needs RELEASES_URL
  npm run release -- --promote
      puts it into the drawer; RELEASES_URL names the portal's releases
`;
