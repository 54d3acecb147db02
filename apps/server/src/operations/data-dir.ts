import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { smsProvider } from '../messages/sms/providers';
import { type Config, ConfigError } from '../platform/config/config';
import { errorCode } from '../platform/config/error-code';

/**
 * Like `mkdir` with `recursive`, which never ends where no folder can be made: in /proc, or at an automounter.
 * @returns the topmost folder that it made
 */
const makeFolder = async (folder: string): Promise<string | undefined> => {
  if (existsSync(folder)) return undefined;
  const above = await makeFolder(dirname(folder));
  await mkdir(folder);
  return above ?? folder;
};

/** Writes a file in a folder and removes it again, with the folders that it had to create. */
export const writeIn = async (folder: string): Promise<void> => {
  const created = await makeFolder(folder);
  const probe = join(folder, `probe-${randomUUID()}`);
  await writeFile(probe, 'Whether the disk has free space').finally(() =>
    rm(created ?? probe, { recursive: true, force: true }),
  );
};

/** Whether the portal writes there: its key, its database, or messages without a delivery service. */
export const usesDataDir = (config: Config): boolean => {
  const { secretKey, databaseUrl, apiUpstream, smtp } = config;
  if (!secretKey) return true;
  return !apiUpstream && !(databaseUrl && smtp && smsProvider(config));
};

/** What the codes of the file system mean for DATA_DIR. */
const REASONS: Record<string, string> = {
  EACCES: 'this user may not write there',
  ENOENT: 'the folder that it is in accepts none',
  ENOSPC: 'the disk is full',
  ENOTDIR: 'a part of the path is a file',
  EROFS: 'the disk is read-only',
};

/** Creates DATA_DIR, unless everything is kept elsewhere. @throws ConfigError when nothing can be written there */
export const prepareDataDir = async (config: Config): Promise<void> => {
  if (!usesDataDir(config)) return;
  const { dataDir } = config;
  await makeFolder(dataDir)
    .then(() => writeIn(dataDir))
    .catch((error: unknown) => {
      const code = errorCode(error) ?? '';
      throw new ConfigError([
        `DATA_DIR must be a writable directory on a disk with free space. In ${dataDir}, ${REASONS[code] ?? 'that fails'} (${code})`,
      ]);
    });
};
