import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DESCRIPTOR_FILE, descriptorSchema, type Descriptor } from '@portal/contract';
import * as v from 'valibot';
import { WORKSPACE } from './directories';

/** The path of a remote's `remote.json` in this workspace. */
export const descriptorFile = (remote: string): string => join(WORKSPACE, 'apps', remote, DESCRIPTOR_FILE);

/** The descriptor of a remote in this workspace. */
const descriptorOf = async (remote: string): Promise<Descriptor> =>
  v.parse(descriptorSchema, JSON.parse(await readFile(descriptorFile(remote), 'utf8')));

/** The routes of a remote in this workspace. */
export const routesOf = async (remote: string): Promise<readonly string[]> =>
  (await descriptorOf(remote)).routes;
