import {
  openRehearsal,
  openReleases,
  readSigningKey,
  readTrust,
  ReleaseError,
  type ReleaseStore,
  type Trust,
} from '@portal/releases';
import type { Config } from './config';
import { UsageError } from './failure';
import { isPortal } from './portal-releases';

const trustOf = async ({ signingKeyFile, publicKeysFile }: Config): Promise<Trust> => ({
  ...(publicKeysFile && (await readTrust(publicKeysFile))),
  ...(signingKeyFile && { signingKey: await readSigningKey(signingKeyFile) }),
});

/**
 * Opens the releases at RELEASES_URL with the configured keys.
 * @param rehearse true: answer every change as if it were made, but write nothing
 * @throws UsageError for a wrong environment
 */
export const openStore = async (config: Config, rehearse = false): Promise<ReleaseStore> => {
  if (isPortal(config.releasesUrl))
    throw new UsageError(
      'RELEASES_URL is a portal, and this needs the releases themselves: their directory or bucket. Ask the operator to do it.',
    );
  try {
    return (rehearse ? openRehearsal : openReleases)(config.releasesUrl, await trustOf(config));
  } catch (cause) {
    if (cause instanceof ReleaseError) throw new UsageError(cause.message, { cause });
    throw cause;
  }
};

/** Splits a version of a remote, such as `orders@1.4.0`. */
export const readReference = (text: string): { name: string; version: string } => {
  const [, name, version] = /^([^@]+)@([^@]+)$/.exec(text) ?? [];
  if (name && version) return { name, version };
  throw new UsageError('Name a remote and its version, such as orders@1.4.0.');
};
