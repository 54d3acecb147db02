import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import getPort from 'get-port';
import * as v from 'valibot';
import { unpackedPackages, withLibraries, within } from './debian-packages';
import { drivenVisitor } from './driven-visitor';
import type { StartEngine } from './visitor';

/** If the browser exits before it responds, its driver waits forever. */
const START_TIMEOUT_MS = 60_000;

const sessionSchema = v.object({ sessionId: v.string() });
/** A reference to an element: its only key is a constant of WebDriver. */
const elementSchema = v.pipe(
  v.record(v.string(), v.string()),
  v.transform((reference) => Object.values(reference)[0]),
);

/** Opens a session of a WebDriver (W3C WebDriver). */
const openSession = async (address: string, capabilities: object) => {
  const send = async (method: 'POST' | 'DELETE', path: string, body?: object): Promise<unknown> => {
    const response = await fetch(address + path, {
      method,
      signal: AbortSignal.timeout(START_TIMEOUT_MS),
      ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    });
    const { value } = v.parse(v.object({ value: v.unknown() }), await response.json());
    if (!response.ok) throw new Error(`${method} ${path}: ${JSON.stringify(value)}`);
    return value;
  };
  const opened = await send('POST', '/session', { capabilities: { alwaysMatch: capabilities } });
  const session = `/session/${v.parse(sessionSchema, opened).sessionId}`;
  const command = (name: string, body: object = {}) => send('POST', `${session}/${name}`, body);
  const run = (expression: string) => command('execute/sync', { script: `return ${expression}`, args: [] });

  const visitor = drivenVisitor({
    open: (url) => command('url', { url }),
    back: () => command('back'),
    forward: () => command('forward'),
    evaluate: (expression) => run(expression),
    find: async (expression) => {
      const element = `element/${v.parse(elementSchema, await run(expression))}`;
      return {
        click: () => command(`${element}/click`),
        fill: async (text) => {
          await command(`${element}/clear`);
          await command(`${element}/value`, { text });
        },
      };
    },
  });
  return { visitor, close: () => send('DELETE', session) };
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
const prepare = async (directory: string): Promise<void> => {
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

const ended = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
};

/** Finds Debian's WebKitGTK, whose small browser runs on a virtual display of its own. */
export const debianWebkit = async (): Promise<StartEngine> => {
  const packages = ['webkit2gtk-driver', 'xvfb', 'x11-xkb-utils'];
  const directory = await unpackedPackages('webkit2gtk', packages, prepare);
  // For machines without a graphics card.
  const env = { ...withLibraries(directory), WEBKIT_DISABLE_DMABUF_RENDERER: '1' };
  const keyboards = within(directory, 'usr/share/X11/xkb');
  const screen = ['-screen', '0', '1280x900x24', '-nolisten', 'tcp', '-displayfd', '1', '-xkbdir', keyboards];
  return async () => {
    const processes: ChildProcess[] = [];
    const stop = async () => {
      for (const child of processes.reverse()) await ended(child);
    };
    try {
      const display = spawn(within(directory, 'usr/bin/Xvfb'), screen, {
        cwd: directory,
        env,
        stdio: ['ignore', 'pipe', 'ignore'],
      });
      processes.push(display);
      // It chooses a free number and prints it.
      const number: unknown[] = await Promise.race([
        once(display.stdout, 'data'),
        once(display, 'exit').then(() => Promise.reject(new Error('Xvfb did not start.'))),
      ]);
      const port = await getPort();
      const driver = spawn(within(directory, 'usr/bin/WebKitWebDriver'), [`--port=${port}`], {
        cwd: directory,
        env: { ...env, DISPLAY: `:${String(number[0]).trim()}` },
        stdio: 'ignore',
      });
      processes.push(driver);
      const address = `http://127.0.0.1:${port}`;
      while (driver.exitCode === null && !(await fetch(`${address}/status`).catch(() => undefined)))
        await new Promise((resolve) => setTimeout(resolve, 50));
      const binary = within(directory, 'usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser');
      const session = await openSession(address, {
        'webkitgtk:browserOptions': { binary, args: ['--automation'] },
      });
      return { visitor: session.visitor, close: () => session.close().then(stop) };
    } catch (error) {
      await stop();
      throw error;
    }
  };
};
