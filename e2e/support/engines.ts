import { firefox, webkit, type LaunchOptions } from '@playwright/test';
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { delimiter, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { browserLaunchOptions } from './browser';
import { unpackedPackages } from './debian-packages';
import { startDisplay } from './display';

/** Finds the browsers of other engines for the tests: docs/decisions/087-browsers-and-sites.md. */

const run = promisify(execFile);

type EngineName = 'chromium' | 'firefox' | 'webkit';

/** A browser that Playwright starts. */
interface PlaywrightEngine {
  driver: 'playwright';
  options: LaunchOptions;
}

/** A browser that speaks WebDriver BiDi. */
export interface BidiEngine {
  driver: 'bidi';
  program: string;
  env: Record<string, string | undefined>;
}

/** A browser that a WebDriver starts on a virtual display. */
export interface WebDriverEngine {
  driver: 'webdriver';
  /** The programs of the driver, the browser and the display. */
  programs: { driver: string; browser: string; display: string };
  /** The folder of keyboards, which the display needs. */
  keyboards: string;
  /** The working directory of the programs, which contains their files. */
  directory: string;
  env: Record<string, string | undefined>;
}

export type Engine = { name: EngineName; version: string; from: string } & (
  PlaywrightEngine | BidiEngine | WebDriverEngine
);

const versionOf = async (program: string, env: NodeJS.ProcessEnv = process.env, cwd?: string) => {
  const { stdout } = await run(program, ['--version'], { env, cwd });
  return /\d[\d.]+/.exec(stdout)?.[0] ?? stdout.trim();
};

const inPath = (program: string): string | undefined =>
  (process.env['PATH'] ?? '')
    .split(delimiter)
    .map((directory) => join(directory, program))
    .find((path) => existsSync(path));

/** Where the libraries of unpacked packages are. */
const LIBRARIES = ['usr/lib/x86_64-linux-gnu', 'lib/x86_64-linux-gnu', 'usr/lib', 'lib'];

/** Where programs look for data files, by variable: first in the folder of the unpacked packages, then on the machine. */
const DATA: Record<string, readonly string[]> = {
  XDG_DATA_DIRS: ['usr/share', '/usr/local/share', '/usr/share'],
  __EGL_VENDOR_LIBRARY_DIRS: ['usr/share/glvnd/egl_vendor.d', '/usr/share/glvnd/egl_vendor.d'],
  LIBGL_DRIVERS_PATH: ['usr/lib/x86_64-linux-gnu/dri', '/usr/lib/x86_64-linux-gnu/dri'],
};

/** The environment of a program from unpacked packages. */
const withLibraries = (directory: string): Record<string, string | undefined> => {
  const paths = (names: readonly string[]) => names.map((path) => resolve(directory, path)).join(':');
  return {
    ...process.env,
    LD_LIBRARY_PATH: paths(LIBRARIES),
    ...Object.fromEntries(Object.entries(DATA).map(([name, places]) => [name, paths(places)])),
    // For machines without fonts.
    ...(existsSync(join(directory, 'etc/fonts')) && { FONTCONFIG_SYSROOT: directory }),
  };
};

const findChromium = async (): Promise<Engine> => {
  const options = await browserLaunchOptions();
  const from = options.executablePath ?? '';
  return {
    name: 'chromium',
    driver: 'playwright',
    options,
    from,
    version: await versionOf(from, { ...process.env, ...options.env }),
  };
};

/** Playwright's own build, or any Firefox. Playwright's BiDi needs a newer Firefox than the Extended Support Release. */
const findFirefox = async (fetch: boolean): Promise<Engine> => {
  const own = firefox.executablePath();
  if (existsSync(own))
    return { name: 'firefox', driver: 'playwright', options: {}, from: own, version: await versionOf(own) };
  const installed = inPath('firefox-esr') ?? inPath('firefox');
  const directory = installed
    ? ''
    : await unpackedPackages('firefox-esr', { packages: ['firefox-esr'], fetch });
  const program = installed ?? join(directory, 'usr/lib/firefox-esr/firefox-esr');
  const env = installed ? { ...process.env } : withLibraries(directory);
  return {
    name: 'firefox',
    driver: 'bidi',
    program,
    env,
    from: program,
    version: await versionOf(program, env),
  };
};

const WEBKIT = {
  driver: 'usr/bin/WebKitWebDriver',
  browser: 'usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser',
  display: 'usr/bin/Xvfb',
};

const KEYBOARDS = 'usr/share/X11/xkb';

/**
 * Programs start others by absolute paths. These replacements have the same length and are relative, so the programs find
 * the others in their working directory.
 */
const RELOCATED: Record<string, readonly [string, string][]> = {
  'usr/lib/x86_64-linux-gnu/libwebkit2gtk-4.1.so.0': [
    ['/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1', 'usr//lib/x86_64-linux-gnu/webkit2gtk-4.1'],
  ],
  // Xvfb starts the keyboard compiler, `xkbcomp`.
  'usr/bin/Xvfb': [['/usr/bin\0', 'usr//bin\0']],
};

/** Builds the index of file types: without it, GTK cannot read pictures and exits. */
const MIME_INDEXER = 'usr/bin/update-mime-database';

/** Does what an installation of the packages would do. */
const prepareWebkit = async (directory: string): Promise<void> => {
  const indexer = join(directory, MIME_INDEXER);
  if (existsSync(indexer))
    await run(indexer, [join(directory, 'usr/share/mime')], { env: withLibraries(directory) });
  for (const [file, paths] of Object.entries(RELOCATED)) {
    let text = await readFile(join(directory, file), 'latin1');
    for (const [absolute, relative] of paths) text = text.replaceAll(absolute, relative);
    await writeFile(join(directory, file), text, 'latin1');
  }
};

/** Playwright's own build, or WebKitGTK with its small browser. */
const findWebkit = async (fetch: boolean): Promise<Engine> => {
  const own = webkit.executablePath();
  if (existsSync(own))
    return { name: 'webkit', driver: 'playwright', options: {}, from: own, version: await versionOf(own) };
  const isInstalled = Object.values(WEBKIT).every((path) => existsSync(join('/', path)));
  const directory = isInstalled
    ? '/'
    : await unpackedPackages('webkit2gtk', {
        packages: ['webkit2gtk-driver', 'xvfb', 'x11-xkb-utils'],
        prepare: prepareWebkit,
        fetch,
      });
  const programs = {
    driver: join(directory, WEBKIT.driver),
    browser: join(directory, WEBKIT.browser),
    display: join(directory, WEBKIT.display),
  };
  const keyboards = join(directory, KEYBOARDS);
  const engine: WebDriverEngine = {
    driver: 'webdriver',
    programs,
    directory,
    keyboards: existsSync(keyboards) ? keyboards : join('/', KEYBOARDS),
    // For machines without a graphics card.
    env: { ...(isInstalled ? process.env : withLibraries(directory)), WEBKIT_DISABLE_DMABUF_RENDERER: '1' },
  };
  const { env, stop } = await startDisplay(engine);
  const version = await versionOf(programs.browser, env, directory).finally(stop);
  return { name: 'webkit', version, from: programs.browser, ...engine };
};

const SEARCHES = { chromium: findChromium, firefox: findFirefox, webkit: findWebkit };

/** The environment variable that passes the found engines on to the workers. */
const FOUND = 'E2E_ENGINES_FOUND';

interface Engines {
  found: Engine[];
  /** A line for each that is missing. */
  missing: string[];
}

const search = async (fetch: boolean): Promise<Engines> => {
  const engines: Engines = { found: [], missing: [] };
  for (const [name, find] of Object.entries(SEARCHES))
    await find(fetch).then(
      (engine) => engines.found.push(engine),
      (error: unknown) => engines.missing.push(`${name}: missing. ${String(error).split('\n')[0]}`),
    );
  return engines;
};

/**
 * Finds a browser of each engine.
 * @param fetch whether Debian's packages are downloaded where there is none
 */
export const findEngines = async ({ fetch }: { fetch: boolean }): Promise<Engines> => {
  const known = process.env[FOUND];
  // Trusted, because this module wrote it.
  if (known) return JSON.parse(known) as Engines;
  const engines = await search(fetch);
  process.env[FOUND] = JSON.stringify(engines);
  return engines;
};
