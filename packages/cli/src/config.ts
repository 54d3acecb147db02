import { userInfo } from 'node:os';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as v from 'valibot';
import { UsageError } from './usage-error';
import type { Io } from './verb';

/** An empty variable counts as absent. */
const text = v.pipe(
  v.optional(v.string(), ''),
  v.transform((value) => value || undefined),
);

const environmentSchema = v.object({
  DATA_DIR: text,
  RELEASES_URL: v.pipe(
    text,
    v.optional(
      v.pipe(v.string(), v.url('must be a URL such as file:///srv/releases or s3://acme-portal/releases')),
    ),
  ),
  RELEASE_SIGNING_KEY: text,
  RELEASE_PUBLIC_KEYS: text,
  RELEASED_BY: text,
  PORTAL_URL: text,
  CHROME_PATH: text,
});

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
 * Reads the same environment variables as the server, and those of the command line.
 * @throws UsageError that names the faulty variable
 */
export const readConfig = ({ env, cwd }: Pick<Io, 'env' | 'cwd'>): Config => {
  const result = v.safeParse(environmentSchema, env);
  if (!result.success) throw new UsageError(`RELEASES_URL ${result.issues[0].message}`);
  const { DATA_DIR, RELEASES_URL, RELEASE_SIGNING_KEY, RELEASE_PUBLIC_KEYS } = result.output;
  const { RELEASED_BY, PORTAL_URL, CHROME_PATH } = result.output;
  const callerDirectory = callerDirectoryOf({ env, cwd });
  const fromCaller = (file: string | undefined) => file && resolve(callerDirectory, file);
  return {
    releasesUrl: RELEASES_URL
      ? new URL(RELEASES_URL)
      : pathToFileURL(resolve(cwd, DATA_DIR ?? '.portal', 'releases')),
    signingKeyFile: fromCaller(RELEASE_SIGNING_KEY),
    publicKeysFile: fromCaller(RELEASE_PUBLIC_KEYS),
    releasedBy: RELEASED_BY ?? userName(),
    portalUrl: PORTAL_URL,
    browser: CHROME_PATH,
    callerDirectory,
  };
};
