import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { releaseDocumentSchema, type ReleaseDocument } from '@portal/contract';
import * as v from 'valibot';

const MAIN = join(__dirname, '../main.ts');
const TSX = pathToFileURL(require.resolve('tsx')).href;

const SHELL = {
  'apps/shell/package.json': '{ "version": "2.1.0" }',
  'apps/shell/dist/build.json': '{ "entry": "shell.js", "preload": [] }',
  'apps/shell/dist/shell.js': 'const shell = 1;',
};

/** What `remote.json` of orders holds. */
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

/** What became of a command. */
export interface Ended {
  out: string;
  err: string;
  exitCode: unknown;
}

const storedDocument = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ ...releaseDocumentSchema.entries, signature: v.optional(v.unknown()) }),
);

/** A workspace with a shell and one remote, both built, and the command line of an operator in it. */
export const testWorkspace = async () => {
  const directory = await realpath(await mkdtemp(join(tmpdir(), 'workspace-')));

  const write = async (files: Record<string, string>): Promise<void> => {
    for (const [path, content] of Object.entries(files)) {
      await mkdir(dirname(join(directory, path)), { recursive: true });
      await writeFile(join(directory, path), content);
    }
  };
  await write({ ...SHELL, ...ORDERS, ...SERVER });

  const portalWith = async (environment: Record<string, string>, ...args: string[]): Promise<Ended> => {
    const child = spawn(process.execPath, ['--import', TSX, MAIN, ...args], {
      cwd: directory,
      env: { NO_COLOR: '1', RELEASED_BY: 'ann', ...environment },
    });
    const [out, err, [exitCode]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'exit'),
    ]);
    return { out, err, exitCode };
  };

  return {
    directory,
    write,
    /** Runs a command, its words as one text. */
    portal: (command: string) => portalWith({}, ...command.split(' ').filter(Boolean)),
    /** Runs a command with an environment of its own. */
    portalWith,
    remove: () => rm(directory, { recursive: true }),
    releaseOf: async (
      name: string,
      root = join(directory, '.portal/releases'),
    ): Promise<ReleaseDocument & { signature?: unknown }> =>
      v.parse(storedDocument, await readFile(join(root, name, 'release.json'), 'utf8')),
  };
};

export type TestWorkspace = Awaited<ReturnType<typeof testWorkspace>>;
