import { constants } from 'node:fs';
import { access, mkdir } from 'node:fs/promises';
import { type Config, ConfigError } from './config';

type Uses = Pick<Config, 'dataDir' | 'secretKey' | 'databaseUrl' | 'apiUpstream' | 'smtp' | 'twilio'>;

/** Whether the portal writes there: its key, its database, or messages without a delivery service. */
export const usesDataDir = ({ secretKey, databaseUrl, apiUpstream, smtp, twilio }: Uses): boolean => {
  if (!secretKey) return true;
  return !apiUpstream && !(databaseUrl && smtp && twilio);
};

/** DATA_DIR cannot be used, for a reason of the system such as EACCES. */
export const unusableDataDir = ({ code = '' }: NodeJS.ErrnoException): ConfigError =>
  new ConfigError([`DATA_DIR must be a writable directory on a disk with free space: ${code}`]);

/**
 * Creates DATA_DIR, unless everything is kept elsewhere.
 * @throws ConfigError when it is not writable
 */
export const prepareDataDir = async (config: Uses): Promise<void> => {
  if (!usesDataDir(config)) return;
  const { dataDir } = config;
  try {
    await mkdir(dataDir, { recursive: true });
    await access(dataDir, constants.W_OK | constants.X_OK);
  } catch (error) {
    if (error instanceof Error) throw unusableDataDir(error);
    throw error;
  }
};
