import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import getPort from 'get-port';
import type { WebDriverEngine } from './engines';
import { openWebDriver } from './webdriver';

const ended = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
};

const SCREEN = ['-screen', '0', '1280x900x24', '-nolisten', 'tcp', '-displayfd', '1'];

/**
 * Starts a virtual display. It chooses a free number and prints it.
 * @returns the environment of programs on it, and a function that stops it
 */
export const startDisplay = async ({ programs, directory, keyboards, env }: WebDriverEngine) => {
  const display = spawn(programs.display, [...SCREEN, '-xkbdir', keyboards], {
    cwd: directory,
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const written: unknown[] = await Promise.race([
    once(display.stdout, 'data'),
    once(display, 'exit').then(() => Promise.reject(new Error(`${programs.display} did not start.`))),
  ]);
  return { env: { ...env, DISPLAY: `:${String(written[0]).trim()}` }, stop: () => ended(display) };
};

/** Starts a browser on a display of its own, driven by its WebDriver. */
export const startOnDisplay = async (engine: WebDriverEngine) => {
  const { programs, directory } = engine;
  const { env, stop: stopDisplay } = await startDisplay(engine);
  const port = await getPort();
  const driver = spawn(programs.driver, [`--port=${port}`], { cwd: directory, env, stdio: 'ignore' });
  const address = `http://127.0.0.1:${port}`;
  while (driver.exitCode === null && !(await fetch(`${address}/status`).catch(() => undefined)))
    await new Promise((resolve) => setTimeout(resolve, 50));
  const stop = async () => {
    await ended(driver);
    await stopDisplay();
  };
  try {
    const session = await openWebDriver(address, {
      'webkitgtk:browserOptions': { binary: programs.browser, args: ['--automation'] },
    });
    return {
      visitor: session.visitor,
      close: async () => {
        await session.close();
        await stop();
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
};
