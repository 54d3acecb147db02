import { randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
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
  await createOnce(file, randomBytes(32).toString('hex'));
  return Buffer.from(await readFile(file, 'utf8'), 'hex');
};

/** A link appears whole or not at all: of two first starts one wins, and both read the same key. */
const createOnce = async (file: string, text: string) => {
  const draft = `${file}.${randomBytes(8).toString('hex')}`;
  await writeFile(draft, text, { mode: 0o600 });
  await link(draft, file).catch(ignoreExisting);
  await rm(draft);
};

const ignoreExisting = (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EEXIST') throw error;
};
