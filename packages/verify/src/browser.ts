import { delimiter, join } from 'node:path';
import { UsageError } from '@portal/releases';
import { chromium, type Browser, type LaunchOptions } from 'playwright-core';

/** The browsers to try in order: Playwright's own, Chrome, Edge, and Chromium on PATH. */
const installed = ({ PATH = '' }: NodeJS.ProcessEnv): LaunchOptions[] => [
  {},
  { channel: 'chrome' },
  { channel: 'msedge' },
  ...PATH.split(delimiter)
    .filter(Boolean)
    .flatMap((folder) => ['chromium', 'chromium-browser'].map((name) => join(folder, name)))
    .map((executablePath) => ({ executablePath })),
];

/** Starts the browser with the given path, or the first one that is installed. */
export const openBrowser = async (given: string | undefined, env: NodeJS.ProcessEnv): Promise<Browser> => {
  for (const options of given === undefined ? installed(env) : [{ executablePath: given }])
    try {
      return await chromium.launch({ ...options, env });
    } catch (cause) {
      const message = cause instanceof Error ? cause.message : String(cause);
      if (/executable doesn't exist|is not found|ENOENT/i.test(message)) continue;
      throw new UsageError(
        `The browser does not start: ${message.slice(0, 500)}\nName another one: CHROME_PATH=/usr/bin/chromium`,
        { cause },
      );
    }
  throw new UsageError(
    `${given === undefined ? 'No browser was found' : `There is no browser at ${given}`}. Install one with \`npx playwright-core install chromium\`, or name Chrome, Edge or Chromium: CHROME_PATH=/usr/bin/chromium`,
  );
};
