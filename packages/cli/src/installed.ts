import { SHARED_MAJORS } from '@portal/releases';
import { join } from 'node:path';
import { packageVersion } from './apps';

const majorOf = (version: string | undefined): string | undefined => version?.split('.')[0];

/** The libraries of the shell, and MUI, whose parts a remote bundles in the shell's theme. */
const MAJORS = { ...SHARED_MAJORS, '@mui/material': 9 };

/** Names installed libraries of another major version than the shell's, a sentence each: tests do not run with the shell's. */
export const strangers = async (folder: string): Promise<string[]> => {
  const found: string[] = [];
  for (const [name, major] of Object.entries(MAJORS)) {
    const version = await packageVersion(join(folder, 'node_modules', name));
    if (version !== undefined && majorOf(version) !== String(major))
      found.push(
        `${name} ${version} is installed, but the portal has ${name} ${major}, which your tests did not see. Install ${name}@${major}.`,
      );
  }
  return found;
};
