import { isLoopback } from '@portal/contract';
import { readBuildFiles, ReleaseError, type Outcome, type ReleaseView, type Status } from '@portal/releases';
import * as v from 'valibot';
import type { Config } from './config';
import { UnreachableError, UsageError } from './failure';
import type { Published, Releases } from './releases';

/** Whether releases are changed through a portal, which has their storage. */
export const isPortal = ({ protocol }: URL): boolean => /^https?:$/.test(protocol);

/** Recognizes the response of a portal of this version by its fields. */
const responseWith = <Result>(...fields: (keyof Result)[]) =>
  v.custom<Result>(
    (body) => typeof body === 'object' && body !== null && fields.every((field) => field in body),
  );

const outcomeSchema = responseWith<Outcome>('document', 'changed', 'warnings');

const ADVICE = 'Ask the operator of the portal for a token, and set RELEASE_TOKEN.';

/** What a portal's response means for the caller, who gets its sentence. */
const errorOf = (status: number, body: unknown, url: URL): Error => {
  const said = v.safeParse(v.object({ message: v.string() }), body);
  const sentence = said.success ? said.output.message : `${url.origin} answered ${status}.`;
  if (status === 401) return new UsageError(`${sentence} ${ADVICE}`);
  if (status === 403) return new ReleaseError(`${sentence} ${ADVICE}`);
  if (status === 429 || status >= 500) return new UnreachableError(sentence);
  if (status === 404 || status < 400)
    return new UsageError(`${url.href} answered ${status}. Set RELEASES_URL to the PUBLIC_URL of a portal.`);
  return new ReleaseError(sentence);
};

/** Calls the work of a portal by its name. */
const portalCalls = ({ releasesUrl, releaseToken }: Config) => {
  if (releaseToken === undefined) throw new UsageError(`RELEASES_URL is a portal. ${ADVICE}`);
  if (releasesUrl.protocol === 'http:' && !isLoopback(releasesUrl))
    throw new UsageError(
      'RELEASES_URL must start with https://: others on the network could read the token.',
    );
  const base = `${releasesUrl.origin}${releasesUrl.pathname.replace(/\/+$/, '')}/-/operator/work/`;
  return async <Result>(name: string, parameters: object, schema: v.GenericSchema<unknown, Result>) => {
    const url = new URL(base + name);
    const response = await fetch(url, {
      method: 'POST',
      headers: { authorization: `Bearer ${releaseToken}`, 'content-type': 'application/json' },
      body: JSON.stringify(parameters),
      redirect: 'manual',
    }).catch((cause: unknown) => {
      throw new UnreachableError(`${url.origin} does not answer. Check RELEASES_URL, and try again.`, {
        cause,
      });
    });
    const body: unknown = await response.json().catch(() => undefined);
    if (response.status !== 200) throw errorOf(response.status, body, url);
    const { success, output } = v.safeParse(schema, body);
    if (success) return output;
    throw new UnreachableError(
      `${url.origin} is a portal of another version. Use its version of this command.`,
    );
  };
};

/** Reads and changes releases through a portal. */
export const portalReleases = (
  config: Config,
  { why, dryRun = false }: { why?: string; dryRun?: boolean },
): Releases => {
  const call = portalCalls(config);
  const change = (verb: string, parameters: object) =>
    call(`releases/${verb}`, { ...parameters, why, dryRun }, outcomeSchema);
  return {
    statuses: () => call('releases/status', {}, v.custom<Status[]>(Array.isArray)),
    show: (name) =>
      call('releases/show', { name }, responseWith<ReleaseView>('status', 'versions', 'failures', 'history')),
    publish: async ({ name, version, baseVersion, directory, descriptor, allowSize }) => {
      const files = await readBuildFiles(directory);
      const parameters = { version, baseVersion, descriptor, allowSize, files, why, dryRun };
      return call(`releases/publish/${name}`, parameters, responseWith<Published>('document', 'restored'));
    },
    promote: (name, version) => change('promote', { name, version }),
    canary: (name, share) => change('canary', { name, ...share }),
    stopCanary: (name) => change('canary', { name, stop: true }),
    rollback: (name, to) => change('rollback', { name, to }),
  };
};
