import { pathToFileURL } from 'node:url';
import { isReleasesUrl, openReleases } from './open-releases';
import { emptyDirectory } from './testing/build';

it.each(['file:///srv/releases', 's3://acme-portal/releases', 's3://Old_Bucket.name/a/b/'])(
  'accepts %s',
  (url) => {
    expect(isReleasesUrl(new URL(url))).toBe(true);
    expect(() => openReleases(new URL(url))).not.toThrow();
  },
);

it.each([
  ['ftp://releases.example/releases', 'ftp://releases.example'],
  ['https://bucket.s3.amazonaws.com/releases', 'https://bucket.s3.amazonaws.com'],
  ['s3://key:secret@bucket/releases', 's3://bucket'],
  ['s3://bucket/releases?region=eu-west-1', 's3://bucket'],
  ['file:///', 'file://'],
  ['file:///srv/%E0%A4%A', 'file://'],
  ['file:///srv/releases?region=eu-west-1', 'file://'],
])('refuses %s without printing its secrets', (url, beginning) => {
  expect(isReleasesUrl(new URL(url))).toBe(false);
  expect(() => openReleases(new URL(url))).toThrow(
    `RELEASES_URL starts with "${beginning}"; use a directory of this machine such as file:///srv/releases, or a bucket such as s3://acme-portal/releases.`,
  );
});

it('opens a directory whose name has spaces', async () => {
  const store = openReleases(new URL(`${pathToFileURL(await emptyDirectory()).href}/with%20space`));
  expect(await store.names()).toEqual([]);
});
