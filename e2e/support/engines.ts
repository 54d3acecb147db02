import { chromium, firefox, webkit, type BrowserType, type LaunchOptions } from '@playwright/test';
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { startByBidi } from './bidi';
import { browserLaunchOptions } from './browser';
import { unpackedPackages } from './debian-packages';
import { visitorOf, type Visitor } from './visitor';
import { startByWebDriver } from './webdriver';

/** Finds the browsers of other engines for the tests: docs/decisions/087-browsers-and-sites.md. */

/** Starts a browser, and calls `hear` for the messages on its console, if it can. */
type Start = (
  hear: (level: string, text: string) => void,
) => Promise<{ visitor: Visitor; close: () => Promise<void> }>;

const byPlaywright =
  (type: BrowserType, options: LaunchOptions = {}): Start =>
  async (hear) => {
    const browser = await type.launch(options);
    const page = await browser.newPage({ locale: 'en-US' });
    page.on('pageerror', ({ message }) => hear('error', message));
    page.on('console', (message) => hear(message.type(), message.text()));
    return { visitor: visitorOf(page), close: () => browser.close() };
  };

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

/** A file of unpacked packages, or of the machine, which already has some of them. */
const within = (directory: string, path: string): string => {
  const unpacked = join(directory, path);
  return existsSync(unpacked) ? unpacked : join('/', path);
};

/** Playwright's BiDi needs a newer Firefox than the Extended Support Release. */
const debianFirefox = async (): Promise<Start> => {
  const directory = await unpackedPackages('firefox-esr', ['firefox-esr']);
  const program = within(directory, 'usr/lib/firefox-esr/firefox-esr');
  return (hear) => startByBidi(program, withLibraries(directory), hear);
};

/**
 * Programs start others by absolute paths. These replacements have the same length and are relative, so the programs find
 * the others in their working directory.
 */
const RELOCATED: Record<string, readonly [string, string]> = {
  'usr/lib/x86_64-linux-gnu/libwebkit2gtk-4.1.so.0': [
    '/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1',
    'usr//lib/x86_64-linux-gnu/webkit2gtk-4.1',
  ],
  // Xvfb starts the keyboard compiler, `xkbcomp`.
  'usr/bin/Xvfb': ['/usr/bin\0', 'usr//bin\0'],
};

/** Does what an installation of the packages would do. */
const prepareWebkit = async (directory: string): Promise<void> => {
  // Without the index of file types, GTK cannot read pictures and exits.
  const indexer = join(directory, 'usr/bin/update-mime-database');
  if (existsSync(indexer))
    await promisify(execFile)(indexer, [join(directory, 'usr/share/mime')], {
      env: withLibraries(directory),
    });
  for (const [name, [absolute, relative]] of Object.entries(RELOCATED)) {
    const file = join(directory, name);
    if (existsSync(file))
      await writeFile(file, (await readFile(file, 'latin1')).replaceAll(absolute, relative), 'latin1');
  }
};

/** WebKitGTK with its small browser. */
const debianWebkit = async (): Promise<Start> => {
  const packages = ['webkit2gtk-driver', 'xvfb', 'x11-xkb-utils'];
  const directory = await unpackedPackages('webkit2gtk', packages, prepareWebkit);
  return () =>
    startByWebDriver({
      driver: within(directory, 'usr/bin/WebKitWebDriver'),
      browser: within(directory, 'usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser'),
      display: within(directory, 'usr/bin/Xvfb'),
      keyboards: within(directory, 'usr/share/X11/xkb'),
      directory,
      // For machines without a graphics card.
      env: { ...withLibraries(directory), WEBKIT_DISABLE_DMABUF_RENDERER: '1' },
    });
};

/** Playwright's own build, or Debian's. */
const ownOr = (type: BrowserType, other: () => Promise<Start>): (() => Promise<Start>) =>
  existsSync(type.executablePath()) ? async () => byPlaywright(type) : other;

/** Finds a browser of each engine. @throws where there is none */
export const ENGINES = {
  chromium: async () => byPlaywright(chromium, await browserLaunchOptions()),
  firefox: ownOr(firefox, debianFirefox),
  webkit: ownOr(webkit, debianWebkit),
} satisfies Record<string, () => Promise<Start>>;

export type Engine = keyof typeof ENGINES;
