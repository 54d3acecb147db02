import { expect, type Route } from '@playwright/test';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { releaseDocumentSchema } from '@portal/contract';
import * as v from 'valibot';

const storedDocument = v.pipe(v.string(), v.parseJson(), v.object(releaseDocumentSchema.entries));

/** Parses a release document, signed or not. */
export const parseRelease = (text: string) => v.parse(storedDocument, text);

/** Reads the current release document of a remote. */
export const releaseOf = async (dataDir: string, name: string) =>
  parseRelease(await readFile(join(dataDir, 'releases', name, 'release.json'), 'utf8'));

/** The full version of a remote by its number: a published version ends with a hash of its content. */
export const versionNumbered = async (dataDir: string, name: string, number: string): Promise<string> => {
  const versions = Object.keys((await releaseOf(dataDir, name)).versions);
  const found = versions.find((version) => version.startsWith(number));
  if (!found) throw new Error(`${name} has no version ${number}; it has ${versions.join(', ')}.`);
  return found;
};

/** Waits until a portal serves a version to everybody: it reads release documents once a second. */
export const untilServed = (portalUrl: string, name: string, version: string): Promise<void> =>
  expect
    .poll(async () => (await fetch(`${portalUrl}/registry.json`)).text(), { intervals: [100] })
    .toContain(`/releases/${name}/${version}/`);

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
