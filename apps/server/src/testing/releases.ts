import type { Descriptor, PublishedVersion, ReleaseDocument } from '@portal/contract';
import { openReleases, type Trust } from '@portal/releases';
import type { Released } from '../releases/choose-versions';

const integrityOf = (letter: string) => `sha384-${letter.repeat(64)}`;

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
  integrity: { 'shell.js': integrityOf('S') },
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
  integrity: { 'remoteEntry.js': integrityOf('E'), 'screens.js': integrityOf('C') },
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
): ReleaseDocument => {
  return release(name, allVersions(publishedRemote(name, access)), change);
};

/** The document with a version published in another way. */
export const withPublished = (
  document: ReleaseDocument,
  version: string,
  change: Partial<PublishedVersion>,
): ReleaseDocument => {
  const published = document.versions[version] ?? publishedShell;
  return { ...document, versions: { ...document.versions, [version]: { ...published, ...change } } };
};

/** Documents whose canaries go on. */
export const released = (...documents: readonly ReleaseDocument[]): Released[] =>
  documents.map((document) => ({ document, stored: document, isCanaryStopped: false }));

/** Writes a document to where a portal reads it; the revision is counted there. */
export const putRelease = async (
  releasesUrl: URL,
  document: ReleaseDocument,
  trust?: Trust,
): Promise<void> => {
  await openReleases(releasesUrl, trust).update(document.name, () => document);
};
