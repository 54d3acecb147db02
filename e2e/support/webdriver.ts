import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import getPort from 'get-port';
import * as v from 'valibot';
import { drivenVisitor } from './driven-visitor';

/** If the browser exits before it answers, its driver waits forever. */
const START_TIMEOUT_MS = 60_000;

const SCREEN = ['-screen', '0', '1280x900x24', '-nolisten', 'tcp', '-displayfd', '1'];

const sessionSchema = v.object({ sessionId: v.string() });

/** Opens a session of a WebDriver (W3C WebDriver). */
const openSession = async (address: string, capabilities: object) => {
  const send = async (method: 'POST' | 'DELETE', path: string, body?: object): Promise<unknown> => {
    const answer = await fetch(`${address}${path}`, {
      method,
      signal: AbortSignal.timeout(START_TIMEOUT_MS),
      ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    });
    const { value } = v.parse(v.object({ value: v.unknown() }), await answer.json());
    if (!answer.ok) throw new Error(`${method} ${path}: ${JSON.stringify(value)}`);
    return value;
  };
  const opened = await send('POST', '/session', { capabilities: { alwaysMatch: capabilities } });
  const session = `/session/${v.parse(sessionSchema, opened).sessionId}`;
  const command = (name: string, body: object = {}) => send('POST', `${session}/${name}`, body);
  const visitor = drivenVisitor({
    open: (url) => command('url', { url }),
    traverse: (delta) => command(delta < 0 ? 'back' : 'forward'),
    run: async (script, args) =>
      v.parse(v.nullable(v.string()), await command('execute/sync', { script, args })),
    act: (input) => command('actions', { actions: [input] }),
  });
  return { visitor, close: () => send('DELETE', session) };
};

const ended = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
};

interface WebKit {
  driver: string;
  browser: string;
  /** The program of a virtual display, and the folder of its keyboards. */
  display: string;
  keyboards: string;
  /** The working directory of the programs, which contains their files. */
  directory: string;
  env: Record<string, string | undefined>;
}

/** Starts WebKitGTK's browser on a virtual display of its own, and drives it by its WebDriver. */
export const startByWebDriver = async ({ driver, browser, display, keyboards, directory, env }: WebKit) => {
  const processes: ChildProcess[] = [];
  const stop = async () => {
    for (const child of processes.reverse()) await ended(child);
  };
  try {
    const screen = spawn(display, [...SCREEN, '-xkbdir', keyboards], {
      cwd: directory,
      env,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    processes.push(screen);
    // It chooses a free number and prints it.
    const number: unknown[] = await Promise.race([
      once(screen.stdout, 'data'),
      once(screen, 'exit').then(() => Promise.reject(new Error(`${display} did not start.`))),
    ]);
    const port = await getPort();
    const running = spawn(driver, [`--port=${port}`], {
      cwd: directory,
      env: { ...env, DISPLAY: `:${String(number[0]).trim()}` },
      stdio: 'ignore',
    });
    processes.push(running);
    const address = `http://127.0.0.1:${port}`;
    while (running.exitCode === null && !(await fetch(`${address}/status`).catch(() => undefined)))
      await new Promise((resolve) => setTimeout(resolve, 50));
    const session = await openSession(address, {
      'webkitgtk:browserOptions': { binary: browser, args: ['--automation'] },
    });
    return { visitor: session.visitor, close: () => session.close().then(stop) };
  } catch (error) {
    await stop();
    throw error;
  }
};
