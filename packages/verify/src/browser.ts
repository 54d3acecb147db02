import { delimiter, join } from 'node:path';
import { chromium, type Browser, type LaunchOptions } from 'playwright-core';
import { VerifyError } from './verify-error';

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

/**
 * Starts the browser, or the first one that is installed.
 * @param given the path of the browser
 * @throws VerifyError that says what to install
 */
export const openBrowser = async (given: string | undefined, env: NodeJS.ProcessEnv): Promise<Browser> => {
  for (const options of launchOptions(given, env))
    try {
      return await chromium.launch({ ...options, env });
    } catch (error) {
      if (isMissing(error)) continue;
      throw new VerifyError(
        'usage',
        `The browser does not start: ${messageOf(error).slice(0, 500)}\nName another one: --browser /usr/bin/chromium`,
        { cause: error },
      );
    }
  throw new VerifyError(
    'usage',
    `${given === undefined ? 'No browser was found' : `There is no browser at ${given}`}. Install one with \`npx playwright-core install chromium\`, or name Chrome, Edge or Chromium: --browser /usr/bin/chromium, or CHROME_PATH.`,
  );
};
