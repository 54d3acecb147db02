import chromium from '@sparticuz/chromium';
import { access } from 'node:fs/promises';

const INSTALLED = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

const QUIET = [
  '--no-sandbox',
  '--headless=shell',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--no-first-run',
];

/**
 * The browser of the suite: the one that a package brings, so that a machine needs nothing but Node; where that
 * one does not run (it is built for Linux on x64), an installed Chromium.
 */
export const browserExecutable = async (): Promise<{ executablePath: string; args: string[] }> => {
  const packaged = process.platform === 'linux' && process.arch === 'x64';
  if (packaged) return { executablePath: await chromium.executablePath(), args: QUIET };
  for (const executablePath of INSTALLED) {
    const found = await access(executablePath).then(
      () => true,
      () => false,
    );
    if (found) return { executablePath, args: QUIET };
  }
  throw new Error(`No browser for the suite. Install Chromium as one of: ${INSTALLED.join(', ')}`);
};
