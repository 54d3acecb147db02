import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';
import type { Browser, BrowserType, LaunchOptions } from 'playwright-core';
import * as v from 'valibot';
import { UsageError } from '../usage-error';

/** `playwright-core`, or a package that contains it. */
const DRIVERS = ['playwright-core', 'playwright', '@playwright/test'];

/** `@playwright/test` is a function with properties. */
const hasProperty = (value: unknown, name: string): value is object =>
  (typeof value === 'object' || typeof value === 'function') && value !== null && name in value;

const browserTypeSchema = v.custom<BrowserType>((value) => hasProperty(value, 'launch'));

/** @throws if the package does not export Playwright's `chromium` */
const readChromium = (driver: unknown): BrowserType =>
  v.parse(browserTypeSchema, hasProperty(driver, 'chromium') ? Reflect.get(driver, 'chromium') : undefined);

type Require = ReturnType<typeof createRequire>;

/** Resolves packages of the remote first, then those of this command. */
const requiresAt = (folder: string): Require[] => [
  createRequire(join(folder, 'package.json')),
  createRequire(import.meta.url),
];

/** @throws UsageError if none of the packages is installed */
const findPackage = (requests: readonly string[], requires: readonly Require[]) => {
  for (const require of requires)
    for (const request of requests)
      try {
        return { require, path: require.resolve(request) };
      } catch {
        // Not installed here: try the next one.
      }
  throw new UsageError(
    `${requests[0]?.split('/')[0]} is not installed, and portal verify needs it. Run: npm install --save-dev playwright-core axe-core`,
  );
};

/** The browsers to try in order: the given one, or Playwright's own, Chrome, Edge, and Chromium on PATH. */
const launchOptions = (given: string | undefined, { PATH = '' }: NodeJS.ProcessEnv): LaunchOptions[] =>
  given === undefined
    ? [
        {},
        { channel: 'chrome' },
        { channel: 'msedge' },
        ...PATH.split(delimiter)
          .filter(Boolean)
          .flatMap((folder) => ['chromium', 'chromium-browser'].map((name) => join(folder, name)))
          .map((executablePath) => ({ executablePath })),
      ]
    : [{ executablePath: given }];

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

const isMissing = (error: unknown): boolean =>
  /executable doesn't exist|is not found|ENOENT/i.test(messageOf(error));

/** Starts the browser, or the first one that is installed. @throws UsageError */
const launch = async (
  chromium: BrowserType,
  given: string | undefined,
  env: NodeJS.ProcessEnv,
): Promise<Browser> => {
  for (const options of launchOptions(given, env))
    try {
      return await chromium.launch({ ...options, env });
    } catch (error) {
      if (isMissing(error)) continue;
      throw new UsageError(
        `The browser does not start: ${messageOf(error).slice(0, 500)}\nName another one: --browser /usr/bin/chromium`,
        { cause: error },
      );
    }
  throw new UsageError(
    `${given === undefined ? 'No browser was found' : `There is no browser at ${given}`}. Install one with \`npx playwright-core install chromium\`, or name Chrome, Edge or Chromium: --browser /usr/bin/chromium, or CHROME_PATH.`,
  );
};

/** A browser, and the source of axe-core to evaluate in a page. */
export interface Opened {
  browser: Browser;
  axe: string;
}

/**
 * Starts a browser with the Playwright of the remote's repository, or of this command.
 * @param folder of the remote
 * @param given the path of the browser
 * @throws UsageError that says what to install
 */
export const openBrowser = async (
  folder: string,
  given: string | undefined,
  env: NodeJS.ProcessEnv,
): Promise<Opened> => {
  const requires = requiresAt(folder);
  const driver = findPackage(DRIVERS, requires);
  const axe = await readFile(findPackage(['axe-core/axe.min.js'], requires).path, 'utf8');
  const loaded: unknown = driver.require(driver.path);
  return { browser: await launch(readChromium(loaded), given, env), axe };
};
