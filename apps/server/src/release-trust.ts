import { readPublicKeys, ReleaseError, type Trust } from '@portal/releases';
import type { Config } from './config';
import { ConfigError } from './config-error';

/**
 * Whose release documents this portal believes: those signed by the keys in the file that RELEASE_PUBLIC_KEYS names,
 * or everybody's when it names none.
 * @throws ConfigError when the file is not what it must be
 */
export const readReleaseTrust = async ({
  releasePublicKeys,
}: Pick<Config, 'releasePublicKeys'>): Promise<Trust> => {
  if (!releasePublicKeys) return {};
  const publicKeysOf = await readPublicKeys(releasePublicKeys).catch((error: unknown) => {
    throw error instanceof ReleaseError ? new ConfigError([`RELEASE_PUBLIC_KEYS: ${error.message}`]) : error;
  });
  return { publicKeysOf };
};
