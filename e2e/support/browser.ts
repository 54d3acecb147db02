import type { LaunchOptions } from '@playwright/test';
import { chromium } from '@playwright/test';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createReadStream, createWriteStream } from 'node:fs';
import { createRequire } from 'node:module';
import { join, posix, resolve, win32 } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress } from 'node:zlib';
import { extract } from 'tar-fs';
import * as v from 'valibot';

/** Finds the browser for the tests: docs/decisions/008-machines.md. */

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

const isNotEmpty = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOTEMPTY' || error.code === 'EEXIST');

/**
 * Unpacks the packaged browser once per version. The final rename is atomic: an interrupted or concurrent process
 * leaves no partial directory.
 * @returns the directory: `chromium`, its libraries in `lib`, its fonts in `fonts`
 */
const unpack = async (): Promise<string> => {
  const directory = join(UNPACKED, await readVersion());
  if (existsSync(directory)) return directory;
  await mkdir(UNPACKED, { recursive: true });
  const partial = await mkdtemp(`${directory}-`);
  try {
    await unpackInto(partial);
    await rename(partial, directory).catch((error: unknown) => {
      if (!isNotEmpty(error)) throw error;
    });
  } finally {
    await rm(partial, { recursive: true, force: true });
  }
  return directory;
};

/** The package's own code adds these libraries only where the environment says Amazon Linux. */
const packagedBrowser = async (): Promise<LaunchOptions> => {
  const directory = await unpack();
  const libraries = [join(directory, 'lib'), process.env['LD_LIBRARY_PATH']].filter(Boolean).join(':');
  return {
    executablePath: join(directory, 'chromium'),
    env: { ...process.env, LD_LIBRARY_PATH: libraries, FONTCONFIG_FILE: join(directory, 'fonts.conf') },
    args: ['--disable-gpu'],
  };
};

const ON_LINUX = [
  'google-chrome-stable',
  'google-chrome',
  'microsoft-edge-stable',
  'microsoft-edge',
  'chromium',
  'chromium-browser',
];
const ON_MAC = ['Google Chrome', 'Microsoft Edge', 'Chromium'];
const ON_WINDOWS = ['Google/Chrome', 'Microsoft/Edge', 'Chromium'];

/**
 * The paths at which each system installs Chrome, Edge or Chromium, in order of preference.
 * @param platform as in `process.platform`
 * @param environment as in `process.env`
 */
const installedBrowserPaths = (
  platform: NodeJS.Platform,
  environment: Record<string, string | undefined>,
): string[] => {
  if (platform === 'darwin')
    return ON_MAC.flatMap((name) =>
      ['', environment['HOME'] ?? ''].map((root) =>
        posix.join(root || '/', `Applications/${name}.app/Contents/MacOS/${name}`),
      ),
    );
  if (platform === 'win32')
    return ON_WINDOWS.flatMap((folder) =>
      ['PROGRAMFILES', 'PROGRAMFILES(X86)', 'LOCALAPPDATA'].flatMap((variable) => {
        const root = environment[variable];
        const executable = folder.endsWith('Edge') ? 'msedge.exe' : 'chrome.exe';
        return root ? [win32.join(root, folder, 'Application', executable)] : [];
      }),
    );
  const directories = [...(environment['PATH'] ?? '').split(':'), '/usr/bin', '/snap/bin'];
  return ON_LINUX.flatMap((name) =>
    directories.filter(Boolean).map((directory) => posix.join(directory, name)),
  );
};

/** Built for Linux on x64 with glibc; Alpine's musl cannot run it. */
const runsPackaged = (): boolean =>
  process.platform === 'linux' && process.arch === 'x64' && existsSync('/lib64/ld-linux-x86-64.so.2');

const installedBrowser = (): LaunchOptions => {
  const paths = [chromium.executablePath(), ...installedBrowserPaths(process.platform, process.env)];
  const executablePath = paths.find((path) => existsSync(path));
  if (!executablePath)
    throw new Error(
      'The e2e tests found no browser: install Google Chrome, Microsoft Edge or Chromium, ' +
        'or run `pnpm --filter e2e exec playwright install chromium`.',
    );
  return { executablePath };
};

/**
 * Launch options for Playwright: the packaged browser of the catalog's version on Linux x64, an installed one elsewhere.
 * @throws if no browser is found; the message says what to install
 */
export const browserLaunchOptions = async (): Promise<LaunchOptions> =>
  runsPackaged() ? packagedBrowser() : installedBrowser();
