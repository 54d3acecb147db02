import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { chmod, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** macOS ends the paths of sockets after 103 bytes, Linux after 107. */
const longestSocketPath = 103;

const shortHash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16);

const socketIn = (dataDir: string): string | undefined => {
  const path = join(dataDir, 'admin.sock');
  return Buffer.byteLength(path) <= longestSocketPath ? path : undefined;
};

/**
 * Where a running portal with an embedded database is reached by commands of the same user: a socket in its
 * directory, on Windows a named pipe. Never a TCP port.
 * @param dataDir absolute path of DATA_DIR
 * @returns undefined when the path is too long for a socket: then the portal has to be stopped for an import
 */
export const adminAddress = (
  dataDir: string,
  platform: NodeJS.Platform = process.platform,
): string | undefined =>
  platform === 'win32' ? `\\\\.\\pipe\\portal-${shortHash(dataDir)}` : socketIn(dataDir);

const isPipe = (address: string): boolean => address.startsWith('\\\\.\\pipe\\');

/**
 * Lets the admin app answer on its socket, to this user only. What a killed process left there is replaced: whoever
 * calls this holds the lock of the directory.
 */
export const listenToCommands = async (app: FastifyInstance, address: string): Promise<void> => {
  if (!isPipe(address)) await rm(address, { force: true });
  await app.listen({ path: address });
  if (!isPipe(address)) await chmod(address, 0o600);
};

/**
 * Whether a living process listens at the address, be it asleep: the system takes connections for one that is
 * suspended (Ctrl+Z), and refuses them for one that is dead.
 */
export const isListening = (address: string): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(address);
    socket.once('error', () => resolve(false));
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
  });
