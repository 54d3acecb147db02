import { userInfo } from 'node:os';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as v from 'valibot';
import { UsageError } from './usage-error';

/** The workspace that this command is about: `pnpm portal` starts it at the root. */
export const WORKSPACE = process.cwd();

// On Node 20, AWS's SDK would say before every answer that a later version of it, which is not installed here, wants
// a newer Node.
process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED ??= 'true';

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
  INIT_CWD: text,
});

/** What the environment says; paths are absolute. */
export interface Config {
  releasesUrl: URL;
  /** A file with the key that release documents are signed with. */
  signingKeyFile: string | undefined;
  /** A file with the keys whose signatures count. */
  publicKeysFile: string | undefined;
  /** Who the history names. */
  releasedBy: string;
  /** Where the caller stands; pnpm runs this at the root of the workspace. */
  callerDirectory: string;
}

const userName = (): string => {
  try {
    return userInfo().username;
  } catch {
    // In a container, the user may have a number only.
    return 'unknown';
  }
};

/**
 * Reads the environment; nothing else here does. Where releases are kept is said by the same variables as to the
 * server.
 * @throws UsageError that names the faulty variable
 */
export const readConfig = (environment: NodeJS.ProcessEnv = process.env): Config => {
  const result = v.safeParse(environmentSchema, environment);
  if (!result.success) throw new UsageError(`RELEASES_URL ${result.issues[0].message}`);
  const { DATA_DIR, RELEASES_URL, RELEASE_SIGNING_KEY, RELEASE_PUBLIC_KEYS, RELEASED_BY, INIT_CWD } =
    result.output;
  const callerDirectory = resolve(WORKSPACE, INIT_CWD ?? '');
  const fromCaller = (file: string | undefined) => file && resolve(callerDirectory, file);
  return {
    releasesUrl: RELEASES_URL
      ? new URL(RELEASES_URL)
      : pathToFileURL(resolve(WORKSPACE, DATA_DIR ?? '.portal', 'releases')),
    signingKeyFile: fromCaller(RELEASE_SIGNING_KEY),
    publicKeysFile: fromCaller(RELEASE_PUBLIC_KEYS),
    releasedBy: RELEASED_BY ?? userName(),
    callerDirectory,
  };
};
