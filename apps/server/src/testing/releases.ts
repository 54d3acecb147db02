import type { Descriptor, PublishedVersion, ReleaseDocument } from '@portal/contract';
import { integrityOf, openReleases, type Trust } from '@portal/releases';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Released } from '../releases/choose-versions';

/** The content of each file of these releases. */
export const CONTENT = 'const part = 1;';

/** The integrity of each of them. */
export const INTEGRITY = integrityOf(Buffer.from(CONTENT));

const integrity = (...files: readonly string[]) => Object.fromEntries(files.map((file) => [file, INTEGRITY]));

const publishedAt = '2026-03-04T12:00:00.000Z';

const release = (
  name: string,
  versions: Record<string, PublishedVersion>,
  change: Partial<ReleaseDocument>,
): ReleaseDocument => ({
  name,
  revision: 1,
  live: '1.0.0',
  canary: null,
  previous: null,
  versions,
  history: [{ at: publishedAt, who: 'ann', action: 'promote', versions: ['1.0.0'] }],
  ...change,
});

const allVersions = (published: PublishedVersion) =>
  Object.fromEntries(['0.9.0', '1.0.0', '1.1.0', '2.0.0'].map((version) => [version, published]));

const publishedShell: PublishedVersion = {
  entry: 'shell.js',
  format: 'script',
  preload: [],
  styles: [],
  integrity: integrity('shell.js'),
  publishedAt,
};

const publishedRemote = (name: string, access: Descriptor['access']): PublishedVersion => ({
  entry: 'remoteEntry.js',
  globalName: `portal_${name}`,
  format: 'script',
  preload: ['screens.js'],
  styles: [],
  descriptor: {
    name,
    title: name,
    access,
    routes: [`/${name}`],
    navigation: [],
    requires: { shell: '^1.0.0' },
  },
  integrity: integrity('remoteEntry.js', 'screens.js'),
  publishedAt,
});

/** The release document of a shell: 1.0.0 is live, 0.9.0, 1.1.0 and 2.0.0 are published too. */
export const shellRelease = (change: Partial<ReleaseDocument> = {}): ReleaseDocument =>
  release('shell', allVersions(publishedShell), change);

/**
 * The release document of a remote with one route, which has the remote's name: 1.0.0 is live, 0.9.0, 1.1.0 and 2.0.0
 * are published too.
 */
export const remoteRelease = (
  name: string,
  change: Partial<ReleaseDocument> = {},
  access: Descriptor['access'] = 'customer',
): ReleaseDocument => release(name, allVersions(publishedRemote(name, access)), change);

/** The document with a version published in another way. */
export const withPublished = (
  document: ReleaseDocument,
  version: string,
  change: Partial<PublishedVersion>,
): ReleaseDocument => {
  const published = document.versions[version] ?? publishedShell;
  return { ...document, versions: { ...document.versions, [version]: { ...published, ...change } } };
};

/** Documents about which the portal has decided nothing. */
export const released = (...documents: readonly ReleaseDocument[]): Released[] =>
  documents.map((document) => ({ document, stored: document }));

/** Writes a document, and the files that it names, to where a portal reads them; the revision is counted there. */
export const putRelease = async (
  releasesUrl: URL,
  document: ReleaseDocument,
  trust?: Trust,
): Promise<void> => {
  const folder = join(fileURLToPath(releasesUrl), document.name);
  for (const [version, { integrity }] of Object.entries(document.versions))
    for (const file of Object.keys(integrity)) {
      const path = join(folder, version, file);
      await mkdir(dirname(path), { recursive: true });
      if (!existsSync(path)) await writeFile(path, CONTENT);
    }
  await openReleases(releasesUrl, trust).update(document.name, () => document);
};
