import { createHash } from 'node:crypto';
import { join } from 'node:path';

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
