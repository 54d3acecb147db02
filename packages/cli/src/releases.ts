import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { isLoopback } from '@portal/contract';
import {
  buildFiles,
  releaseAnswers,
  ReleaseError,
  type PublicationOutcome,
  type ReleaseCall,
  type Releases,
  UsageError,
  UnreachableError,
} from '@portal/releases';
import * as v from 'valibot';
import { readConfig } from './config';
import type { VerbContext } from './verb';

const ADVICE = 'Ask the operator of the portal for a token, and set PORTAL_TOKEN.';

/** What a portal's response means for the caller, who gets its sentence. */
const errorOf = (status: number, body: unknown, { origin, href }: URL): Error => {
  const said = v.safeParse(v.object({ message: v.string() }), body);
  const sentence = said.success ? said.output.message : `${origin} answered ${status}.`;
  if (status === 401) return new UsageError(`${sentence} ${ADVICE}`);
  if (status === 403) return new ReleaseError(`${sentence} ${ADVICE}`);
  if (status === 429 || status >= 500) return new UnreachableError(sentence);
  if (status === 404 || status < 400)
    return new UsageError(`${href} answered ${status}. Set PORTAL_URL to the address of the portal.`);
  return new ReleaseError(sentence);
};

/** Where calls on releases go: to a portal, or to the operator's own process. */
interface ReleaseCalls {
  /** The calls are below it, such as `https://portal.example/-/releases/`. */
  base: URL;
  send: (url: URL, headers: Record<string, string>, body: string | FormData) => Promise<Response>;
}

/** The calls of a team with a token. @throws UsageError for an address that would reveal it */
const callsOfTeam = (portalUrl: URL, portalToken: string): ReleaseCalls => {
  if (portalUrl.protocol === 'http:' && !isLoopback(portalUrl))
    throw new UsageError('PORTAL_URL must start with https://: others on the network could read the token.');
  return {
    base: new URL(`${portalUrl.pathname.replace(/\/+$/, '')}/-/releases/`, portalUrl),
    send: (url, headers, body) =>
      fetch(url, {
        method: 'POST',
        headers: { ...headers, authorization: `Bearer ${portalToken}` },
        body,
        redirect: 'manual',
      }).catch((cause: unknown) => {
        throw new UnreachableError(`${portalUrl.origin} does not answer. Check PORTAL_URL, and try again.`, {
          cause,
        });
      }),
  };
};

/** A build on its way to a portal: its parameters, and each file under its path. */
const formOf = async (publication: object, directory: string): Promise<FormData> => {
  const form = new FormData();
  form.set('publication', JSON.stringify(publication));
  for (const file of await buildFiles(directory))
    form.set(file, new Blob([await readFile(join(directory, file))]), basename(file));
  return form;
};

/** Makes one call, and parses its answer. */
const call = async ({ base, send }: ReleaseCalls, name: ReleaseCall, given: object): Promise<unknown> => {
  const url = new URL(name, base);
  const response =
    given instanceof FormData
      ? await send(url, {}, given)
      : await send(url, { 'content-type': 'application/json' }, JSON.stringify(given));
  const body: unknown = await response.json().catch(() => undefined);
  if (response.status !== 200) throw errorOf(response.status, body, url);
  const answer = v.safeParse(releaseAnswers[name], body);
  if (answer.success) return answer.output;
  throw new UnreachableError(
    `${url.origin} is a portal of another version. Use its version of this command.`,
  );
};

/** What calls do with releases. */
const releasesAt = (calls: ReleaseCalls): Releases => {
  const names = Object.keys(releaseAnswers) as ReleaseCall[];
  const byName = names.map((name) => [name, (given: object) => call(calls, name, given)]);
  // Each function parses the answer that its name has.
  const releases = Object.fromEntries(byName) as Releases;
  return {
    ...releases,
    publish: async ({ directory, ...given }) =>
      (await call(calls, 'publish', await formOf(given, directory))) as PublicationOutcome,
  };
};

/** Lets work use the operator's calls on this machine, for an author. */
export type AsOperator = <Result>(
  who: string,
  work: (calls: ReleaseCalls) => Promise<Result>,
) => Promise<Result>;

/** Does work on the releases of a portal: at PORTAL_URL with PORTAL_TOKEN, or as the operator on this machine. */
export const onReleases = async <Result>(
  { io, asOperator }: Pick<VerbContext, 'io' | 'asOperator'>,
  work: (releases: Releases) => Promise<Result>,
): Promise<Result> => {
  const { portalUrl, portalToken, releasedBy } = readConfig(io);
  if (portalToken !== undefined && portalUrl) return work(releasesAt(callsOfTeam(portalUrl, portalToken)));
  // With PORTAL_URL alone, the portal at that address is meant, not the one here.
  if (asOperator && portalToken === undefined && !portalUrl)
    return asOperator(releasedBy, (calls) => work(releasesAt(calls)));
  throw new UsageError(
    portalToken === undefined
      ? `PORTAL_TOKEN is missing. ${ADVICE}`
      : 'PORTAL_URL is missing: the address of the portal, such as https://portal.example.',
  );
};
