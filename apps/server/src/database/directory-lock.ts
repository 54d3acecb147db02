import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { lock, type LockOptions } from 'proper-lockfile';

/** Another process has the embedded database open. */
class DirectoryInUseError extends Error {
  override readonly name = 'DirectoryInUseError';

  constructor(directory: string, pid: string, cause?: unknown) {
    super(
      `The database in ${directory} is in use by process ${pid}. Stop it, or set another DATA_DIR or a DATABASE_URL.`,
      { cause },
    );
  }
}

/**
 * Keeps a second process out of the embedded database. PGlite takes no lock itself, and two processes would lose rows.
 * The lock is renewed while the process lives; a process that slept locks again when it wakes. After a kill, the next
 * process waits ten seconds and takes the lock over.
 * @param isHeld detects a suspended holder: it does not renew its lock, but would continue to write after waking
 * @returns the function that unlocks
 * @throws DirectoryInUseError naming the process that holds it
 */
export const lockDirectory = async (
  directory: string,
  isHeld = async () => false,
): Promise<() => Promise<void>> => {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const pidFile = `${directory}.pid`;
  const holder = await holderOf(pidFile);
  if (await isHeld()) throw new DirectoryInUseError(directory, holder);
  const acquire = (retries: LockOptions['retries']) =>
    lock(directory, {
      lockfilePath: `${directory}.lock`,
      stale: 10_000,
      update: 2_000,
      retries,
      onCompromised: () => void (held = acquire(0).catch(refuse)),
    });
  const refuse = async (cause: unknown): Promise<never> => {
    throw new DirectoryInUseError(directory, await holderOf(pidFile), cause);
  };
  let held = acquire(isAlive(Number(holder)) ? 0 : { retries: 12, factor: 1, minTimeout: 1_000 }).catch(
    refuse,
  );
  await held;
  await writeFile(pidFile, String(process.pid));
  return async () => (await held)();
};

const holderOf = (pidFile: string) => readFile(pidFile, 'utf8').catch(() => '');

/** Signal 0 only probes. In containers, a restarted process often has the id of its predecessor: ignore our own id. */
const isAlive = (pid: number) => {
  if (!pid || pid === process.pid) return false;
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
};
