import { cp, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DESCRIPTOR_FILE, descriptorSchema, type Descriptor } from '@portal/contract';
import * as v from 'valibot';
import { WORKSPACE } from './directories';

/**
 * Copies a remote's `remote.json` to a folder, where `portal publish` finds it beside a build.
 * @returns its content
 */
export const copyDescriptor = async (remote: string, folder: string): Promise<Descriptor> => {
  const file = join(WORKSPACE, 'apps', remote, DESCRIPTOR_FILE);
  await cp(file, join(folder, DESCRIPTOR_FILE));
  return v.parse(descriptorSchema, JSON.parse(await readFile(file, 'utf8')));
};
