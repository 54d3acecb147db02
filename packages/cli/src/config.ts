import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as v from 'valibot';
import { UsageError } from './usage-error';

/** The workspace that this command is about: `pnpm portal` starts it at the root. */
export const WORKSPACE = process.cwd();

const environmentSchema = v.object({
  DATA_DIR: v.optional(v.string(), '.portal'),
  RELEASES_URL: v.optional(v.pipe(v.string(), v.url('must be a URL such as file:///srv/releases'))),
});

/**
 * Where releases are kept, from the same variables as the server's; the only reader of the environment here.
 * @throws UsageError that names the faulty variable
 */
export const readReleasesUrl = (environment: NodeJS.ProcessEnv = process.env): URL => {
  const result = v.safeParse(environmentSchema, environment);
  if (!result.success) throw new UsageError(`RELEASES_URL ${result.issues[0].message}`);
  const { DATA_DIR, RELEASES_URL } = result.output;
  return RELEASES_URL ? new URL(RELEASES_URL) : pathToFileURL(resolve(WORKSPACE, DATA_DIR, 'releases'));
};
