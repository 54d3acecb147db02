import { constants } from 'node:fs';
import { access, mkdir } from 'node:fs/promises';
import { type Config, ConfigError } from './config';

/** Whether the portal writes there: its key, its database, or messages without a delivery service. */
export const usesDataDir = ({ secretKey, databaseUrl, apiUpstream, smtp, twilio, vonage }: Config) => {
  if (!secretKey) return true;
  return !apiUpstream && !(databaseUrl && smtp && (twilio ?? vonage));
};

/** Creates DATA_DIR, unless everything is kept elsewhere. @throws ConfigError when it is not writable */
export const prepareDataDir = async (config: Config): Promise<void> => {
  if (!usesDataDir(config)) return;
  const { dataDir } = config;
  await mkdir(dataDir, { recursive: true })
    .then(() => access(dataDir, constants.W_OK | constants.X_OK))
    .catch(({ code = '' }: NodeJS.ErrnoException) => {
      throw new ConfigError([`DATA_DIR must be a writable directory on a disk with free space: ${code}`]);
    });
};
