import {
  openRehearsal,
  openReleases,
  readPublicKeys,
  readSigningKey,
  ReleaseError,
  type ReleaseStore,
  type Trust,
} from '@portal/releases';
import type { Config } from './config';
import { UsageError } from './usage-error';

const readTrust = async ({ signingKeyFile, publicKeysFile }: Config): Promise<Trust> => ({
  ...(signingKeyFile && { signingKey: await readSigningKey(signingKeyFile) }),
  ...(publicKeysFile && { publicKeysOf: await readPublicKeys(publicKeysFile) }),
});

/**
 * Opens the releases that the environment names, with the keys that it names.
 * @param rehearse true: everything is answered as if it were done, and nothing is written
 * @throws UsageError when the environment is wrong
 */
export const openStore = async (config: Config, rehearse = false): Promise<ReleaseStore> => {
  try {
    return (rehearse ? openRehearsal : openReleases)(config.releasesUrl, await readTrust(config));
  } catch (cause) {
    if (cause instanceof ReleaseError) throw new UsageError(cause.message, { cause });
    throw cause;
  }
};
