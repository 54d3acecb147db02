import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, utimes, writeFile, mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lockDirectory } from './directory-lock';

let home: string;
beforeEach(async () => void (home = await mkdtemp(join(tmpdir(), 'portal-lock-'))));
afterEach(() => rm(home, { recursive: true }));

/** What a process leaves behind: its id, and a lock that was renewed so many seconds ago. */
const leaveLock = async (directory: string, pid: number, secondsAgo: number) => {
  await mkdir(`${directory}.lock`, { recursive: true });
  await writeFile(`${directory}.pid`, String(pid));
  const renewed = Date.now() / 1000 - secondsAgo;
  await utimes(`${directory}.lock`, renewed, renewed);
};

test('a second process is rejected with the id of the first and advice', async () => {
  const directory = join(home, 'database');
  const other = spawn('sleep', ['60']);
  await leaveLock(directory, other.pid ?? 0, 0);
  await expect(lockDirectory(directory)).rejects.toMatchObject({
    name: 'DirectoryInUseError',
    message: `The database in ${directory} is in use by process ${other.pid}. Stop it, or set another DATA_DIR or a DATABASE_URL.`,
  });
  other.kill();
  await once(other, 'exit');
});

test('the lock of a killed process is taken over', async () => {
  const directory = join(home, 'database');
  await leaveLock(directory, 2 ** 22 + 1, 9);
  const unlock = await lockDirectory(directory);
  await unlock();
});

test('an unlocked directory can be locked again', async () => {
  const directory = join(home, 'database');
  await (
    await lockDirectory(directory)
  )();
  await (
    await lockDirectory(directory)
  )();
});
