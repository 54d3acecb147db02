import { userInfo } from 'node:os';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { UsageError } from './failure';
import type { Io } from './io';

/** The environment of a command, with absolute paths. */
export interface Config {
  releasesUrl: URL;
  /** The file with the key that signs release documents. */
  signingKeyFile: string | undefined;
  /** The file with the keys to trust. */
  publicKeysFile: string | undefined;
  /** The author in the history. */
  releasedBy: string;
  /** The portal to verify builds in. */
  portalUrl: string | undefined;
  /** The path of the browser to verify builds with. */
  browser: string | undefined;
  callerDirectory: string;
}

const userName = (): string => {
  try {
    return userInfo().username;
  } catch {
    // In a container, the user may have no name.
    return 'unknown';
  }
};

/** The caller's directory; pnpm itself runs at the root of the workspace. */
export const callerDirectoryOf = ({ env, cwd }: Pick<Io, 'env' | 'cwd'>): string =>
  resolve(cwd, env['INIT_CWD'] ?? '');

/**
 * Reads the same environment variables as the server, and those of the command line. An empty variable counts as absent.
 * @throws UsageError for a faulty RELEASES_URL
 */
export const readConfig = ({ env, cwd }: Pick<Io, 'env' | 'cwd'>): Config => {
  const valueOf = (name: string): string | undefined => env[name] || undefined;
  const callerDirectory = callerDirectoryOf({ env, cwd });
  const fileIn = (name: string) => {
    const file = valueOf(name);
    return file && resolve(callerDirectory, file);
  };
  const releasesUrl =
    valueOf('RELEASES_URL') ?? pathToFileURL(resolve(cwd, valueOf('DATA_DIR') ?? '.portal', 'releases')).href;
  if (!URL.canParse(releasesUrl))
    throw new UsageError(
      'RELEASES_URL must be a URL such as file:///srv/releases or s3://acme-portal/releases',
    );
  return {
    releasesUrl: new URL(releasesUrl),
    signingKeyFile: fileIn('RELEASE_SIGNING_KEY'),
    publicKeysFile: fileIn('RELEASE_PUBLIC_KEYS'),
    releasedBy: valueOf('RELEASED_BY') ?? userName(),
    portalUrl: valueOf('PORTAL_URL'),
    browser: valueOf('CHROME_PATH'),
    callerDirectory,
  };
};
