import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { IncomingMessage, request, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import * as v from 'valibot';
import { holdDirectory, withAddress } from './one-process';

const hold = (directory = home) => holdDirectory(directory);

let home: string;
let children: ChildProcess[];
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'portal-hold-'));
  children = [];
});
afterEach(async () => {
  for (const child of children) await kill(child);
  await rm(home, { recursive: true, force: true });
});

/** Starts another process that holds the directory. */
const startHolder = async () => {
  const holder = join(__dirname, '../../testing/hold-directory.ts');
  const child = spawn(process.execPath, ['--import', 'tsx', holder, home]);
  children.push(child);
  await once(child.stdout, 'data');
  return child;
};

const kill = async (child: ChildProcess) => {
  if ((child.exitCode ?? child.signalCode) !== null) return;
  const exit = once(child, 'exit');
  child.kill('SIGKILL');
  await exit;
};

const inUseBy = (pid?: number) => ({
  name: 'DirectoryInUseError',
  message: `The database in ${home} is in use by process ${pid}. Stop it, or set another DATA_DIR or a DATABASE_URL.`,
});

test('rejects a second process with advice and the id of the first, even while the first is suspended', async () => {
  const child = await startHolder();
  await expect(hold()).rejects.toMatchObject(inUseBy(child.pid));
  child.kill('SIGSTOP');
  await expect(hold()).rejects.toMatchObject(inUseBy(child.pid));
  child.kill('SIGCONT');
  await expect(hold()).rejects.toMatchObject(inUseBy(child.pid));
});

test('takes over the directory of a killed process', async () => {
  const child = await startHolder();
  await kill(child);
  const [staleSocket = ''] = await readdir(home);
  expect(staleSocket).toContain(`portal-${child.pid}-`);
  const { release } = await hold();
  expect(await readdir(home)).not.toContain(staleSocket);
  await release();
  expect(await readdir(home)).toEqual([]);
});

test('after a kill, at most one of many concurrent processes holds the directory at a time', async () => {
  await kill(await startHolder());
  let holding = 0;
  let held = 0;
  const start = async () => {
    const { release } = await hold();
    holding += 1;
    held += 1;
    expect(holding).toBe(1);
    await new Promise((resolve) => setTimeout(resolve, 50));
    holding -= 1;
    await release();
  };
  const ends = await Promise.allSettled(Array.from({ length: 8 }, start));
  expect(held).toBeGreaterThanOrEqual(1);
  for (const end of ends)
    if (end.status === 'rejected') expect(end.reason).toMatchObject({ name: 'DirectoryInUseError' });
});

test('holds a directory whose path is too long for a socket', async () => {
  const directory = join(home, 'long'.repeat(30));
  await mkdir(directory);
  const { release } = await hold(directory);
  await expect(hold(directory)).rejects.toMatchObject({ name: 'DirectoryInUseError' });
  await release();
  await (await hold(directory)).release();
});

test('a request waits until it is served, and the end waits for it', async () => {
  const { socket, serve, drain, release } = await hold();
  const asked = withAddress(home, socket, async (socketPath) => {
    const event = await once(request({ socketPath }).end(), 'response');
    return text(v.parse(v.tuple([v.instance(IncomingMessage)]), event)[0]);
  });
  const response = await new Promise<ServerResponse>((resolve) => serve((_, served) => resolve(served)));
  const drained = drain().then(() => response.writableFinished);
  response.end('done');
  expect(await asked).toBe('done');
  expect(await drained).toBe(true);
  await release();
  expect(await readdir(home)).toEqual([]);
});

test('the end does not wait for a request that was cancelled before it was served', async () => {
  const { socket, serve, drain, release } = await hold();
  await withAddress(home, socket, async (socketPath) => {
    const cancelled = request({ socketPath, headers: { expect: '100-continue' } });
    cancelled.on('error', () => {});
    cancelled.flushHeaders();
    // The server has it.
    await once(cancelled, 'continue');
    cancelled.destroy();
    await sleep(100);
  });
  let served = 0;
  serve((_, response) => {
    served += 1;
    response.end();
  });
  await sleep(0);
  await drain();
  expect(served).toBe(0);
  await release();
});
