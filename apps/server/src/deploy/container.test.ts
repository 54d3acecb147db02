import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import getPort from 'get-port';
import { buildImage, type Image } from '../testing/container-file';
import { copySnapshot } from '../testing/database-snapshot';
import { putRelease, shellRelease } from '../testing/releases';

/** Builds deploy/Containerfile step by step, and starts the result. */

const context = join(__dirname, '../../../..');
// On the same disk as pnpm's store, so that pnpm links files instead of downloading them.
const cache = join(__dirname, '../../node_modules/.cache');

let scratch: string;
let image: Image;
beforeAll(async () => {
  await mkdir(cache, { recursive: true });
  scratch = await mkdtemp(join(cache, 'container-'));
  image = await buildImage('deploy/Containerfile', { context, scratch });
}, 180_000);
afterAll(async () => {
  await chmod(distOf(image), 0o755);
  await rm(scratch, { recursive: true });
});

const distOf = ({ root, workdir }: Image) => join(root, workdir, 'apps/server/dist');

const dataOf = ({ root, environment }: Image) => join(root, environment['DATA_DIR'] ?? '');

/** Like a container runtime: the environment of the image, with its paths in the scratch directory. */
const environmentOf = (port: number) => ({
  PATH: process.env['PATH'],
  ...image.environment,
  PORT: String(port),
  DATA_DIR: dataOf(image),
  LOG_LEVEL: 'info',
});

const runInImage = (command: readonly string[], port: number) =>
  spawnSync(command[0] ?? '', command.slice(1), {
    cwd: join(image.root, image.workdir),
    env: environmentOf(port),
    encoding: 'utf8',
  });

const untilListening = async (server: ChildProcess) => {
  for await (const chunk of server.stdout ?? []) if (String(chunk).includes('listening')) return;
  throw new Error('The server ended.');
};

test('the image has an unprivileged user, node as its first process, and only the bundle', async () => {
  expect(image.user).toBe('node');
  expect(image.command[0]).toBe('node');
  const server = join(image.root, image.workdir, 'apps/server');
  expect((await readdir(server)).toSorted()).toEqual(['dist', 'package.json']);
  expect(await readdir(join(image.root, image.workdir))).toEqual(['apps']);
});

test('on a read-only root, starts, is healthy, imports, and exits on SIGTERM', async () => {
  await putRelease(pathToFileURL(join(dataOf(image), 'releases')), shellRelease());
  await copySnapshot(dataOf(image));
  await chmod(distOf(image), 0o555);
  const port = await getPort();
  expect(runInImage(image.healthcheck, port).status).toBe(1);
  const [node = '', ...args] = image.command;
  const server = spawn(node, args, { cwd: join(image.root, image.workdir), env: environmentOf(port) });
  const exit = once(server, 'exit');
  await untilListening(server);
  expect(runInImage(image.healthcheck, port).status).toBe(0);
  expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200);

  const portal = runInImage(
    [node, 'apps/server/dist/portal.js', 'import', join(context, 'apps/server/demo/customers.json')],
    port,
  );
  expect(portal.stderr).toBe('');
  expect(portal.stdout).toMatch(/customer/);
  server.kill('SIGTERM');
  expect(await exit).toEqual([0, null]);
}, 120_000);
