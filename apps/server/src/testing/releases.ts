import type { Descriptor, PublishedVersion, ReleaseDocument } from '@portal/contract';

const integrityOf = (letter: string) => `sha384-${letter.repeat(64)}`;

const document = (
  name: string,
  live: string | null,
  versions: Record<string, PublishedVersion>,
): ReleaseDocument => ({
  name,
  live,
  versions,
});

const publishedAt = '2026-03-04T12:00:00.000Z';

/** The release of a shell, live in version 1.0.0. */
export const shellRelease = document('shell', '1.0.0', {
  '1.0.0': { entry: 'shell.js', preload: [], integrity: { 'shell.js': integrityOf('S') }, publishedAt },
});

/**
 * The release of a remote with one route, live in version 1.0.0 and published in 1.1.0.
 * @param name of the remote, and of its route
 */
export const remoteRelease = (name: string, access: Descriptor['access'] = 'customer'): ReleaseDocument => {
  const published = {
    entry: 'remoteEntry.js',
    globalName: `portal_${name}`,
    preload: ['screens.js'],
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
  };
  return document(name, '1.0.0', { '1.0.0': published, '1.1.0': published });
};
