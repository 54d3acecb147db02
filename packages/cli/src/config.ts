import { userInfo } from 'node:os';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { UsageError } from './failure';
import type { Io } from './io';

/** In a container, the user may have no name. */
const userName = (): string => {
  try {
    return userInfo().username;
  } catch {
    return 'unknown';
  }
};

/** The caller's directory; pnpm itself runs at the root of the workspace. */
export const callerDirectoryOf = ({ env, cwd }: Pick<Io, 'env' | 'cwd'>): string =>
  resolve(cwd, env['INIT_CWD'] ?? '');

/** The author of a change: RELEASED_BY, or the user. */
export const authorOf = ({ env }: Pick<Io, 'env'>): string => env['RELEASED_BY'] || userName();

export type Config = ReturnType<typeof readConfig>;

/** Reads the variables of the server and of the command line. Empty ones count as absent; paths become absolute. */
export const readConfig = ({ env, cwd }: Pick<Io, 'env' | 'cwd'>) => {
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
      'RELEASES_URL must be a URL such as file:///srv/releases, s3://acme-portal/releases or https://portal.example',
    );
  return {
    releasesUrl: new URL(releasesUrl),
    /** A team's token for the portal at RELEASES_URL. */
    releaseToken: valueOf('RELEASE_TOKEN'),
    /** The file with the key that signs release documents. */
    signingKeyFile: fileIn('RELEASE_SIGNING_KEY'),
    /** The file with the keys to trust. */
    publicKeysFile: fileIn('RELEASE_PUBLIC_KEYS'),
    /** The author in the history. */
    releasedBy: authorOf({ env }),
    /** The portal and the browser to verify versions with. */
    portalUrl: valueOf('PORTAL_URL'),
    browser: valueOf('CHROME_PATH'),
    callerDirectory,
  };
};
