import type { LaunchOptions } from '@playwright/test';
import { chromium } from '@playwright/test';
import { chmod, mkdir, mkdtemp, readFile, rename, writeFile } from 'node:fs/promises';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, dirname, join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress } from 'node:zlib';
import { extract } from 'tar-fs';
import * as v from 'valibot';

/** Finds the browser for the tests: CONTRIBUTING.md#tests. */

const PACKAGE = resolve(createRequire(import.meta.url).resolve('@sparticuz/chromium'), '../..');
const UNPACKED = resolve(import.meta.dirname, '../node_modules/.cache/chromium');

/** Uses only the package's fonts, so that text looks the same on every machine. Paths are relative to this file. */
const FONTS_CONF = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
  <dir prefix="relative">fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
`;

const packageSchema = v.object({ version: v.string() });

const readVersion = async (): Promise<string> =>
  v.parse(packageSchema, JSON.parse(await readFile(join(PACKAGE, 'package.json'), 'utf8'))).version;

const decompress = (archive: string, target: NodeJS.WritableStream): Promise<void> =>
  pipeline(createReadStream(join(PACKAGE, 'bin', archive)), createBrotliDecompress(), target);

const unpackInto = async (directory: string): Promise<void> => {
  const executable = join(directory, 'chromium');
  await Promise.all([
    decompress('chromium.br', createWriteStream(executable)).then(() => chmod(executable, 0o755)),
    decompress('fonts.tar.br', extract(directory)),
    decompress('al2023.tar.br', extract(directory)),
  ]);
  await writeFile(join(directory, 'fonts.conf'), FONTS_CONF);
};

/** Unpacks into a folder, once: an interrupted process leaves nothing under its name. @returns the folder */
export const unpackedOnce = async (
  directory: string,
  unpack: (partial: string) => Promise<void>,
): Promise<string> => {
  if (existsSync(directory)) return directory;
  await mkdir(dirname(directory), { recursive: true });
  const partial = await mkdtemp(`${directory}-`);
  await unpack(partial);
  await rename(partial, directory);
  return directory;
};

/** The package's own code adds these libraries only where the environment says Amazon Linux. */
const packagedBrowser = async (): Promise<LaunchOptions> => {
  const directory = await unpackedOnce(join(UNPACKED, await readVersion()), unpackInto);
  const libraries = [join(directory, 'lib'), process.env['LD_LIBRARY_PATH']].filter(Boolean).join(':');
  return {
    executablePath: join(directory, 'chromium'),
    env: { ...process.env, LD_LIBRARY_PATH: libraries, FONTCONFIG_FILE: join(directory, 'fonts.conf') },
    args: ['--disable-gpu'],
  };
};

/** Built for Linux on x64 with glibc; Alpine's musl cannot run it. */
const runsPackaged = (): boolean =>
  process.platform === 'linux' && process.arch === 'x64' && existsSync('/lib64/ld-linux-x86-64.so.2');

/** Playwright's own Chromium, one on PATH, or the browser that its system has: Playwright finds it. */
const installedBrowser = (): LaunchOptions => {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  const onPath = folders.flatMap((folder) =>
    ['chromium', 'chromium-browser'].map((name) => join(folder, name)),
  );
  const executablePath = [chromium.executablePath(), ...onPath].find((path) => existsSync(path));
  return executablePath
    ? { executablePath }
    : { channel: process.platform === 'win32' ? 'msedge' : 'chrome' };
};

/**
 * Launch options for Playwright: the packaged browser of the catalog's version on Linux x64, an installed one elsewhere.
 */
export const browserLaunchOptions = async (): Promise<LaunchOptions> =>
  runsPackaged() ? packagedBrowser() : installedBrowser();
