import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as v from 'valibot';

/** The workspace that this command belongs to. */
export const WORKSPACE = resolve(import.meta.dirname, '../../..');

const environmentSchema = v.object({
  DATA_DIR: v.optional(v.string(), '.portal'),
  RELEASES_URL: v.optional(v.pipe(v.string(), v.url('must be a URL such as file:///srv/releases'))),
});

/**
 * Where releases are kept, from the same variables as the server's; the only reader of the environment here.
 * @throws an Error that names the faulty variable
 */
export const readReleasesUrl = (environment: NodeJS.ProcessEnv = process.env): URL => {
  const result = v.safeParse(environmentSchema, environment);
  if (!result.success) throw new Error(`RELEASES_URL ${result.issues[0].message}`);
  const { DATA_DIR, RELEASES_URL } = result.output;
  return RELEASES_URL ? new URL(RELEASES_URL) : pathToFileURL(resolve(WORKSPACE, DATA_DIR, 'releases'));
};
