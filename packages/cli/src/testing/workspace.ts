import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { runPortal } from '../portal';
import type { Io } from '../io';

const SHELL = {
  'apps/shell/package.json': '{ "name": "shell", "version": "2.1.0" }',
  'apps/shell/dist/build.json': '{ "entry": "shell.js", "preload": [] }',
  'apps/shell/dist/shell.js': 'const shell = 1;',
};

/** `remote.json` of orders. */
export const ORDERS_DESCRIPTOR = {
  name: 'orders',
  title: 'Orders',
  access: 'customer',
  routes: ['/service-orders'],
  navigation: [],
  requires: { shell: '^2.0.0' },
};

const ORDERS = {
  'apps/orders/package.json': '{ "version": "1.4.0" }',
  'apps/orders/remote.json': JSON.stringify(ORDERS_DESCRIPTOR),
  'apps/orders/dist/build.json': '{ "entry": "entry.js", "globalName": "portal_orders", "preload": [] }',
  'apps/orders/dist/entry.js': 'const orders = 1;',
};

const SERVER = { 'apps/server/package.json': '{ "version": "1.0.0" }' };

/** Runs `portal` in this process. */
const runIn = async (
  cwd: string,
  env: NodeJS.ProcessEnv,
  args: readonly string[],
): Promise<{ out: string; err: string; exitCode: number }> => {
  let out = '';
  let err = '';
  const io: Io = {
    stdout: { write: (text) => (out += text) },
    stderr: { write: (text) => (err += text) },
    env,
    cwd,
  };
  const exitCode = await runPortal(args, io);
  return { out, err, exitCode };
};

/**
 * A workspace for each test, with a shell and one remote, both built.
 *
 * @param environment the variables of its commands
 */
export const testWorkspace = (environment: () => Record<string, string> = () => ({})) => {
  let directory = '';
  beforeEach(async () => {
    directory = await realpath(await mkdtemp(join(tmpdir(), 'workspace-')));
    await write({ ...SHELL, ...ORDERS, ...SERVER });
  });
  afterEach(() => rm(directory, { recursive: true }));

  const write = async (files: Record<string, string>): Promise<void> => {
    for (const [path, content] of Object.entries(files)) {
      await mkdir(dirname(join(directory, path)), { recursive: true });
      await writeFile(join(directory, path), content);
    }
  };

  const portalWith = (additional: Record<string, string>, ...args: string[]) =>
    runIn(directory, { ...environment(), ...additional }, args);

  /** Runs a command line, split at spaces. */
  const portal = (command: string) => portalWith({}, ...command.split(' ').filter(Boolean));

  return {
    path: (file = '') => join(directory, file),
    write,
    portal,
    /** Runs a command with additional environment variables. */
    portalWith,
    /** Writes a remote, built into `dist`. */
    writeRemote: (folder: string, name: string, dist = 'dist') =>
      write({
        [`${folder}/package.json`]: '{ "version": "3.0.0" }',
        [`${folder}/remote.json`]: JSON.stringify({ ...ORDERS_DESCRIPTOR, name, routes: [`/${name}`] }),
        [`${folder}/${dist}/build.json`]: `{ "entry": "a.js", "globalName": "portal_${name}", "preload": [] }`,
        [`${folder}/${dist}/a.js`]: `const ${name} = 1;`,
      }),
  };
};
