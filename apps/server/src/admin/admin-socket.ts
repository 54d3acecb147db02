import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { chmod, rm } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';

/** macOS limits socket paths to 103 bytes, Linux to 107. */
export const MAX_SOCKET_PATH_BYTES = 103;

const shortHash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16);

const socketIn = (dataDir: string): string | undefined => {
  const path = join(dataDir, 'admin.sock');
  return Buffer.byteLength(path) <= MAX_SOCKET_PATH_BYTES ? path : undefined;
};

/**
 * The address at which commands of the same user reach a running portal with an embedded database: a socket in
 * DATA_DIR, on Windows a named pipe. Never a TCP port.
 * @param dataDir absolute path of DATA_DIR
 * @returns undefined when the path is too long for a socket; commands then need the portal stopped
 */
export const adminAddress = (
  dataDir: string,
  platform: NodeJS.Platform = process.platform,
): string | undefined =>
  platform === 'win32' ? `\\\\.\\pipe\\portal-${shortHash(dataDir)}` : socketIn(dataDir);

const isPipe = (address: string): boolean => address.startsWith('\\\\.\\pipe\\');

/**
 * Listens on the admin socket, for this user only. Replaces the socket of a killed process: the caller holds the lock
 * of the directory.
 */
export const listenToCommands = async (app: FastifyInstance, address: string): Promise<void> => {
  if (!isPipe(address)) await rm(address, { force: true });
  await app.listen({ path: address });
  if (!isPipe(address)) await chmod(address, 0o600);
};
