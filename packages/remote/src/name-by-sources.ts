import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

/** Folders with sources of a build, besides the files next to `package.json`. */
const FOLDERS = ['languages', 'src'];

const filesOf = (directory: string): string[] => {
  const beside = readdirSync(directory, { withFileTypes: true }).filter((entry) => entry.isFile());
  const within = readdirSync(directory).filter((name) => FOLDERS.includes(name));
  return [
    ...beside.map(({ name }) => join(directory, name)),
    ...within.flatMap((name) =>
      readdirSync(join(directory, name), { withFileTypes: true, recursive: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name)),
    ),
  ].sort();
};

/** The name of a container, by its sources, for federation plugins that need it before the build. */
export const nameBySources = (remote: string, directory: string): string => {
  const hash = createHash('sha256');
  for (const file of filesOf(directory))
    hash.update(JSON.stringify([relative(directory, file), readFileSync(file, 'utf8')]));
  return `portal_${remote.replaceAll('-', '_')}_${hash.digest('hex').slice(0, 8)}`;
};
