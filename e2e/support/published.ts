import { expect, type Route } from '@playwright/test';
import * as v from 'valibot';
import { portalCommand } from './portal-process';

/** The part of a status that tests look at. */
const releaseSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    live: v.nullable(v.object({ version: v.string() })),
    canary: v.nullable(v.object({ version: v.string(), percent: v.number() })),
    previous: v.nullable(v.string()),
    versions: v.array(v.object({ version: v.string(), publishedAt: v.string() })),
    history: v.array(v.object({ action: v.string(), who: v.string(), versions: v.array(v.string()) })),
  }),
);

/** Reads the release of a remote. */
export const releaseOf = async (portalUrl: string, name: string) =>
  v.parse(releaseSchema, await portalCommand(portalUrl, 'status', name, '--json'));

/** The full version of a remote by its number: a published version ends with a hash of its content. */
export const versionNumbered = async (portalUrl: string, name: string, number: string): Promise<string> => {
  const versions = (await releaseOf(portalUrl, name)).versions.map(({ version }) => version);
  const found = versions.find((version) => version.startsWith(number));
  if (!found) throw new Error(`${name} has no version ${number}; it has ${versions.join(', ')}.`);
  return found;
};

/** The query of the link that shows versions such as `orders@1.1.0`. */
export const previewOf = async (portalUrl: string, ...versions: string[]): Promise<string> => {
  const preview = await portalCommand(portalUrl, 'preview', ...versions, '--json');
  return new URL(v.parse(v.object({ url: v.string() }), JSON.parse(preview)).url).search;
};

/** Waits until a portal serves a version to everybody: it looks once a second. */
export const untilServed = (portalUrl: string, name: string, version: string): Promise<void> =>
  expect
    .poll(async () => (await fetch(`${portalUrl}/registry.json`)).text(), { intervals: [100] })
    .toContain(`/releases/${name}/${version}/`);

/** Publishes a build, and waits until a portal serves it to everybody. */
export const releaseBuild = async (
  portalUrl: string,
  { name, version, directory }: Record<'name' | 'version' | 'directory', string>,
): Promise<void> => {
  await portalCommand(portalUrl, 'publish', directory, '--version', version, '--promote');
  await untilServed(portalUrl, name, version);
};

/** Fixed visitor ids in the portal's format: the id decides whether a browser gets the canary. */
export const VISITORS = Array.from(
  { length: 100 },
  (_, index) => `visitor-${String(index).padStart(14, '0')}`,
);

/** The ids of `VISITORS` that get this version of a remote. */
export const visitorsWith = async (portalUrl: string, name: string, version: string): Promise<string[]> => {
  const found: string[] = [];
  for (const visitor of VISITORS) {
    const headers = { cookie: `portal_visitor=${visitor}` };
    const registry = await (await fetch(`${portalUrl}/registry.json`, { headers })).text();
    if (registry.includes(`/releases/${name}/${version}/`)) found.push(visitor);
  }
  return found;
};

/** Responds with a script that somebody has changed: it leaves a mark if it runs. */
export const tampered = (route: Route): Promise<void> =>
  route.fulfill({ contentType: 'text/javascript', body: "performance.mark('tampered');" });
