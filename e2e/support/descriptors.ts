import { cp, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DESCRIPTOR_FILE, descriptorSchema, type Descriptor } from '@portal/contract';
import * as v from 'valibot';
import { WORKSPACE } from './directories';

const descriptorFile = (remote: string): string => join(WORKSPACE, 'apps', remote, DESCRIPTOR_FILE);

/** The descriptor of a remote in this workspace. */
const descriptorOf = async (remote: string): Promise<Descriptor> =>
  v.parse(descriptorSchema, JSON.parse(await readFile(descriptorFile(remote), 'utf8')));

/** Copies a remote's `remote.json` to a folder, where `portal publish` finds it beside a build. */
export const copyDescriptor = (remote: string, folder: string): Promise<void> =>
  cp(descriptorFile(remote), join(folder, DESCRIPTOR_FILE));

/** The routes of a remote in this workspace. */
export const routesOf = async (remote: string): Promise<readonly string[]> =>
  (await descriptorOf(remote)).routes;
