import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Build, Descriptor } from '@portal/contract';
import { readDescriptor } from '@portal/releases';
import { WORKSPACE } from './directories';

interface WrittenBuild {
  folder: string;
  descriptor: Descriptor;
  build: Partial<Build> & Pick<Build, 'entry' | 'globalName'>;
  /** Contents by path. */
  files: Record<string, string | Uint8Array>;
}

/**
 * Writes a build of a remote, and the descriptor beside it.
 * @returns the directory to publish
 */
export const writeBuild = async ({ folder, descriptor, build, files }: WrittenBuild): Promise<string> => {
  const directory = join(folder, 'dist');
  await mkdir(directory, { recursive: true });
  await writeFile(join(folder, 'remote.json'), JSON.stringify(descriptor));
  await writeFile(join(directory, 'build.json'), JSON.stringify({ preload: [], ...build }));
  for (const [path, content] of Object.entries(files)) await writeFile(join(directory, path), content);
  return directory;
};

/** The descriptor of a remote of the workspace. */
export const descriptorOf = (remote: string): Promise<Descriptor> =>
  readDescriptor(join(WORKSPACE, 'apps', remote, 'remote.json'));

/** A remote with one route and nothing in the drawer. */
export const plainDescriptor = (name: string, route = `/${name}`): Descriptor => ({
  name,
  title: name,
  access: 'customer',
  routes: [route],
  navigation: [],
  requires: { shell: '^1.0.0' },
});
