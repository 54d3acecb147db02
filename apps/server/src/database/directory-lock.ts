import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { lock } from 'proper-lockfile';

/** Another process has the embedded database open. */
class DirectoryInUseError extends Error {
  override readonly name = 'DirectoryInUseError';

  constructor(directory: string, pid: string, cause?: unknown) {
    super(
      `The database in ${directory} is in use by process ${pid}. Stop it, or give this one a DATA_DIR of its own or a DATABASE_URL.`,
      { cause },
    );
  }
}

/**
 * Keeps a second process out of the embedded database: PGlite takes no lock, and the rows of one of two would be lost.
 * The lock is renewed while the process lives; that of a killed one is waited out (ten seconds) and taken over.
 * @param isHeld tells of a holder that sleeps: it does not renew its lock, and would go on writing when it wakes
 * @returns the function that unlocks
 * @throws DirectoryInUseError naming the process that holds it
 */
export const lockDirectory = async (
  directory: string,
  isHeld = async () => false,
): Promise<() => Promise<void>> => {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const pidFile = `${directory}.pid`;
  const holder = await readFile(pidFile, 'utf8').catch(() => '');
  if (await isHeld()) throw new DirectoryInUseError(directory, holder);
  const release = await lock(directory, {
    lockfilePath: `${directory}.lock`,
    stale: 10_000,
    update: 2_000,
    retries: isAlive(Number(holder)) ? 0 : { retries: 12, factor: 1, minTimeout: 1_000 },
  }).catch((cause: unknown) => {
    throw new DirectoryInUseError(directory, holder, cause);
  });
  await writeFile(pidFile, String(process.pid));
  return release;
};

/** Signal 0 only asks. In a container a restarted process often has its predecessor's id: that is not another one. */
const isAlive = (pid: number) => {
  if (!pid || pid === process.pid) return false;
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
};
