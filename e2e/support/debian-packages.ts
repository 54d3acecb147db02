import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { unpackedOnce } from './browser';

const run = promisify(execFile);

/** One folder per call of `unpackedPackages`, with the content of its packages. */
const DEBIAN_CACHE = resolve(import.meta.dirname, '../node_modules/.cache/debian');

const DOWNLOAD_TIMEOUT_MS = 300_000;

/** The packages that an installation would add to those of this machine, with their versions. */
const missingOf = async (names: readonly string[]): Promise<string[]> => {
  const { stdout } = await run('apt-get', ['install', '--simulate', '--no-install-recommends', ...names]);
  return [...stdout.matchAll(/^Inst (\S+) (?:\[\S+\] )?\((\S+)/gm)].map(
    ([, name, version]) => `${name}=${version}`,
  );
};

const unpackInto = async (directory: string, packages: readonly string[]): Promise<void> => {
  const downloads = join(directory, 'downloads');
  await mkdir(downloads);
  if (packages.length > 0)
    await run('apt-get', ['download', ...packages], { cwd: downloads, timeout: DOWNLOAD_TIMEOUT_MS });
  for (const file of await readdir(downloads))
    await run('dpkg-deb', ['-x', join(downloads, file), directory]);
  await rm(downloads, { recursive: true });
};

/**
 * Unpacks Debian's packages, with the dependencies that this machine lacks, into a folder of a cache. It needs no root and
 * does not change the machine.
 * @param name of the folder
 * @param prepare changes the unpacked files
 * @returns the folder, whose content is that of `/`
 * @throws without apt, without a network, or if a package does not exist
 */
export const unpackedPackages = (
  name: string,
  packages: readonly string[],
  prepare?: (directory: string) => Promise<void>,
): Promise<string> =>
  unpackedOnce(join(DEBIAN_CACHE, name), async (partial) => {
    await unpackInto(partial, await missingOf(packages));
    await prepare?.(partial);
  });

/** Where the libraries of unpacked packages are. */
const LIBRARIES = ['usr/lib/x86_64-linux-gnu', 'lib/x86_64-linux-gnu', 'usr/lib', 'lib'];

/** Where programs look for data files, by variable: first in the folder of the unpacked packages, then on the machine. */
const DATA: Record<string, readonly string[]> = {
  XDG_DATA_DIRS: ['usr/share', '/usr/local/share', '/usr/share'],
  __EGL_VENDOR_LIBRARY_DIRS: ['usr/share/glvnd/egl_vendor.d', '/usr/share/glvnd/egl_vendor.d'],
  LIBGL_DRIVERS_PATH: ['usr/lib/x86_64-linux-gnu/dri', '/usr/lib/x86_64-linux-gnu/dri'],
};

/** The environment of a program from unpacked packages. */
export const withLibraries = (directory: string): Record<string, string | undefined> => {
  const paths = (names: readonly string[]) => names.map((path) => resolve(directory, path)).join(':');
  return {
    ...process.env,
    LD_LIBRARY_PATH: paths(LIBRARIES),
    ...Object.fromEntries(Object.entries(DATA).map(([name, places]) => [name, paths(places)])),
    // For machines without fonts.
    ...(existsSync(join(directory, 'etc/fonts')) && { FONTCONFIG_SYSROOT: directory }),
  };
};

/** A file of unpacked packages, or of the machine, which already has some of them. */
export const within = (directory: string, path: string): string => {
  const unpacked = join(directory, path);
  return existsSync(unpacked) ? unpacked : join('/', path);
};
