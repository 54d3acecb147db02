import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from './config';

/**
 * The server's 32 secret bytes: SECRET_KEY, or else made once and kept in DATA_DIR/secret.key.
 * Replicas must share one SECRET_KEY (docs/decisions/012-secret-key.md).
 */
export const loadSecretKey = async ({
  secretKey,
  dataDir,
}: Pick<Config, 'secretKey' | 'dataDir'>): Promise<Buffer> => {
  if (secretKey) return secretKey;
  const file = join(dataDir, 'secret.key');
  await mkdir(dataDir, { recursive: true });
  // `wx` leaves a file that is there as it is: of two first starts, one wins and both read the same key.
  await writeFile(file, randomBytes(32).toString('hex'), { flag: 'wx', mode: 0o600 }).catch(ignoreExisting);
  return Buffer.from(await readFile(file, 'utf8'), 'hex');
};

const ignoreExisting = (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EEXIST') throw error;
};
