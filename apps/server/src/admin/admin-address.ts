import { createHash } from 'node:crypto';
import { join } from 'node:path';

const shortHash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16);

/**
 * Where a running portal with an embedded database is reached by commands of the same user: a socket in its
 * directory, on Windows a named pipe. Never a TCP port.
 * @param dataDir absolute path of DATA_DIR
 */
export const adminAddress = (dataDir: string, platform: NodeJS.Platform = process.platform): string =>
  platform === 'win32' ? `\\\\.\\pipe\\portal-${shortHash(dataDir)}` : join(dataDir, 'admin.sock');
