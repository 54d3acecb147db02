import { buildSchema, descriptorSchema, type Build, type Descriptor } from '@portal/contract';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { FEDERATION_MANIFEST, readFederationBuild } from './federation-manifest';
import { readJson } from './read-json';

/**
 * Reads what a build says of itself: our own `build.json`, or the manifest that the federation plugin of another
 * bundler wrote.
 * @throws ReleaseError when there is none, or a wrong one
 */
export const readBuild = async (directory: string): Promise<Build> => {
  const own = join(directory, 'build.json');
  return !existsSync(own) && existsSync(join(directory, FEDERATION_MANIFEST))
    ? readFederationBuild(directory)
    : readJson(own, buildSchema, 'Build first: pnpm build');
};

/**
 * Reads a remote's descriptor.
 * @throws ReleaseError when it is missing or wrong
 */
export const readDescriptor = (file: string): Promise<Descriptor> =>
  readJson(file, descriptorSchema, 'It describes the remote; see the one of another remote.');
