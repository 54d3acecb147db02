import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

class DirectoryInUseError extends Error {
  override readonly name = 'DirectoryInUseError';
  readonly kind = 'unreachable';

  constructor(dataDir: string, socket: string) {
    const [, pid = 'another'] = SOCKET.exec(socket) ?? [];
    super(
      `The database in ${dataDir} is in use by process ${pid}. Stop it, or set another DATA_DIR or a DATABASE_URL.`,
    );
  }
}

/** `portal-<process>-<random>.sock` */
const SOCKET = /^portal-(\d+)-[0-9a-f]{8}\.sock$/;

/** macOS limits socket paths to 103 bytes, Linux to 107. */
const MAX_PATH_BYTES = 103;

const MAX_ATTEMPTS = 20;

/** Customers wait for the database until a file is loaded: not for a command that was suspended meanwhile. */
const LONGEST_PAUSE_MS = 30_000;

const isWindows = process.platform === 'win32';

/** Runs `use` with the address of a socket in DATA_DIR: on Windows a pipe, elsewhere a path or a link to a long one. */
export const withAddress = async <Result>(
  dataDir: string,
  socket: string,
  use: (address: string) => Promise<Result>,
): Promise<Result> => {
  if (isWindows) return use(`\\\\.\\pipe\\${socket}`);
  const path = join(dataDir, socket);
  if (Buffer.byteLength(path) <= MAX_PATH_BYTES) return use(path);
  const short = await mkdtemp(join(tmpdir(), 'portal-'));
  try {
    await symlink(dataDir, join(short, 'd'));
    return await use(join(short, 'd', socket));
  } finally {
    await rm(short, { recursive: true });
  }
};

/** Listens on a new socket for this user only, visible once it accepts. Requests wait for a listener. */
const listenIn = async (dataDir: string) => {
  let serve: (listener: RequestListener) => void = () => {};
  const served = new Promise<RequestListener>((resolve) => (serve = resolve));
  const underWay = new Set<Promise<unknown>>();
  let isDrained = false;
  // A long import is one request.
  const server = createServer({ requestTimeout: 0 }, async (request, response) => {
    const ended = new Promise((resolve) => response.once('close', resolve));
    const listener = await served;
    // The command was cancelled while it waited.
    if (response.closed) return;
    // The database closes: the command hears that nobody serves it, and opens the database itself.
    if (isDrained) return void request.destroy();
    underWay.add(ended);
    request.setTimeout(LONGEST_PAUSE_MS, () => request.destroy(new Error('The command sends nothing more.')));
    request.once('end', () => request.setTimeout(0));
    listener(request, response);
    await ended;
    underWay.delete(ended);
  }).unref();

  const socket = `portal-${process.pid}-${randomBytes(4).toString('hex')}.sock`;
  const path = join(dataDir, socket);
  const draft = `${path}.new`;
  await withAddress(dataDir, isWindows ? socket : `${socket}.new`, async (address) => {
    server.listen(address);
    await once(server, 'listening');
  });
  if (isWindows) await writeFile(path, '');
  else await chmod(draft, 0o600).then(() => rename(draft, path));
  return {
    socket,
    serve,
    drain: async () => {
      while (underWay.size > 0) await Promise.all(underWay);
      isDrained = true;
    },
    release: async () => {
      await rm(path, { force: true });
      server.close();
      server.closeAllConnections();
    },
  };
};

/** The system refuses connections for a dead process, and accepts them for a suspended one (Ctrl+Z). */
const accepts = (dataDir: string, socket: string): Promise<boolean> =>
  withAddress(
    dataDir,
    socket,
    (address) =>
      new Promise((resolve) => {
        const visitor = connect(address, () => {
          visitor.destroy();
          resolve(true);
        });
        // On any other error, the process lives, but cannot answer or belongs to another user.
        visitor.once('error', ({ code = '' }: NodeJS.ErrnoException) =>
          resolve(!['ECONNREFUSED', 'ENOENT'].includes(code)),
        );
      }),
  );

/** Finds the socket of the process that has the embedded database open, and removes those of dead ones. */
export const findPortal = async (dataDir: string, ownSocket?: string): Promise<string | undefined> => {
  const names = await readdir(dataDir).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  for (const socket of names.filter((name) => SOCKET.test(name) && name !== ownSocket)) {
    if (await accepts(dataDir, socket)) return socket;
    await rm(join(dataDir, socket), { force: true });
  }
  return undefined;
};

/**
 * Keeps a second process out of the embedded database: PGlite takes no lock, and two processes would lose rows. Every
 * process first listens on a socket of its own in the directory, then connects to all others there, so at most one finds
 * itself alone. The system closes a socket with its process (docs/decisions/022-one-process.md).
 * @returns `serve` takes the listener of requests, `drain` resolves when none is under way and cuts off later ones
 * @throws DirectoryInUseError naming the process that holds it
 */
export const holdDirectory = async (dataDir: string) => {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  let seen: string | undefined;
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const own = await listenIn(dataDir);
    const other = await findPortal(dataDir, own.socket);
    if (other === undefined) return own;
    await own.release();
    // A process that starts at the same time backs off too, and retries under another name.
    if (other === seen) break;
    seen = other;
    await sleep(50 + 250 * Math.random());
  }
  throw new DirectoryInUseError(dataDir, seen ?? '');
};
