import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { MAX_SOCKET_PATH_BYTES } from '../admin/admin-socket';

/** Another process has the embedded database open. */
class DirectoryInUseError extends Error {
  override readonly name = 'DirectoryInUseError';

  constructor(directory: string, socket: string) {
    const [, pid = 'another'] = OWN_SOCKET.exec(socket) ?? [];
    super(
      `The database in ${directory} is in use by process ${pid}. Stop it, or set another DATA_DIR or a DATABASE_URL.`,
    );
  }
}

/** `<process>-<random>.sock` */
const OWN_SOCKET = /^(\d+)-[0-9a-f]{8}\.sock$/;

const MAX_ATTEMPTS = 20;

const isWindows = process.platform === 'win32';
const pipeOf = (socket: string) => String.raw`\\.\pipe\portal-${socket}`;

/** Runs `use` with the address of a socket, through a symbolic link if its path is too long for one. */
const withAddress = async <Result>(
  directory: string,
  socket: string,
  use: (address: string) => Promise<Result>,
): Promise<Result> => {
  if (isWindows) return use(pipeOf(socket));
  const path = join(directory, socket);
  if (Buffer.byteLength(path) <= MAX_SOCKET_PATH_BYTES) return use(path);
  const short = await mkdtemp(join(tmpdir(), 'portal-'));
  try {
    await symlink(directory, join(short, 'd'));
    return await use(join(short, 'd', socket));
  } finally {
    await rm(short, { recursive: true });
  }
};

/** Listens on a new socket in the directory. It appears there only once it accepts connections. */
const listenIn = async (directory: string) => {
  const socket = `${process.pid}-${randomBytes(4).toString('hex')}.sock`;
  const draft = `${socket}.new`;
  const server = createServer((visitor) => visitor.destroy()).unref();
  await withAddress(directory, isWindows ? socket : draft, async (address) => {
    server.listen(address);
    await once(server, 'listening');
  });
  const path = join(directory, socket);
  await (isWindows ? writeFile(path, '') : rename(join(directory, draft), path));
  return {
    socket,
    path,
    close: async () => {
      server.close();
      await rm(path, { force: true });
    },
  };
};

/** The system refuses connections for a dead process, and accepts them for a suspended one (Ctrl+Z). */
const accepts = (directory: string, socket: string): Promise<boolean> =>
  withAddress(
    directory,
    socket,
    (address) =>
      new Promise((resolve) => {
        const visitor = connect(address);
        visitor.once('connect', () => resolve(true));
        // On any other error, the process lives, but cannot answer or belongs to another user.
        visitor.once('error', ({ code = '' }: NodeJS.ErrnoException) =>
          resolve(!['ECONNREFUSED', 'ENOENT'].includes(code)),
        );
        visitor.once('connect', () => visitor.destroy());
      }),
  );

/** Finds the socket of another living process, and removes those of dead ones. */
const findOther = async (directory: string, own: string): Promise<string | undefined> => {
  const others = (await readdir(directory)).filter((name) => name.endsWith('.sock') && name !== own);
  for (const socket of others) {
    if (await accepts(directory, socket)) return socket;
    if (OWN_SOCKET.test(socket)) await rm(join(directory, socket), { force: true });
  }
  return undefined;
};

/**
 * Keeps a second process out of the embedded database. PGlite takes no lock itself, and two processes would lose rows.
 *
 * Every process first listens on a socket of its own in the directory, then connects to all others there. Of two
 * processes, the later one sees the earlier one, so at most one finds itself alone. The system closes a socket with its
 * process: after a kill, the next process starts at once (docs/decisions/054-directory-lock.md).
 * @returns the function that unlocks
 * @throws DirectoryInUseError naming the process that holds it
 */
export const lockDirectory = async (directory: string): Promise<() => Promise<void>> => {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  let seen: string | undefined;
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const own = await listenIn(directory);
    const other = await findOther(directory, own.socket);
    if (other === undefined) return own.close;
    await own.close();
    // A process that starts at the same time backs off too, and retries under another name.
    if (other === seen) break;
    seen = other;
    await sleep(50 + 250 * Math.random());
  }
  throw new DirectoryInUseError(directory, seen ?? '');
};
