import { mkdir, readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { directoryStore } from './directory-store';
import { openReleases } from './open-releases';
import { keepsReleases } from './release-store.contract';
import { emptyDirectory } from './testing/build';
import { withOneMore } from './testing/one-more';

keepsReleases('a directory', {
  newAddress: async () => pathToFileURL(await emptyDirectory()),
  contentOf: (address, name, version, file) =>
    readFile(join(fileURLToPath(address), name, version, file), 'utf8').catch(() => undefined),
});

it('works in a directory that is not there yet', async () => {
  const store = directoryStore(join(await emptyDirectory(), 'not/yet'));
  expect(await store.names()).toEqual([]);
  await store.update('orders', withOneMore);
  expect(await store.names()).toEqual(['orders']);
});

it('takes over the lock of a writer that was killed', async () => {
  const root = await emptyDirectory();
  const lock = join(root, 'orders.lock');
  await mkdir(lock);
  const aMinuteAgo = new Date(Date.now() - 60_000);
  await utimes(lock, aMinuteAgo, aMinuteAgo);
  const document = await directoryStore(root).update('orders', withOneMore);
  expect(Object.keys(document.versions)).toHaveLength(1);
  expect(await readdir(root)).toEqual(['orders']);
});

it('leaves neither drafts nor locks behind', async () => {
  const root = await emptyDirectory();
  await directoryStore(root).update('orders', withOneMore);
  expect(await readdir(root)).toEqual(['orders']);
  expect(await readdir(join(root, 'orders'))).toEqual(['release.json']);
});

it.each([
  ['is cut short', '{"name": "orders", "live": '],
  ['is no release document', '{"name": "orders"}'],
])('says which document is damaged and what to do when it %s', async (_, content) => {
  const root = await emptyDirectory();
  await mkdir(join(root, 'orders'));
  await writeFile(join(root, 'orders/release.json'), content);
  const damaged = {
    name: 'ReleaseError',
    message: expect.stringMatching(/orders\/release\.json is damaged\. Restore it/),
  };
  await expect(directoryStore(root).read('orders')).rejects.toMatchObject(damaged);
  await expect(directoryStore(root).update('orders', withOneMore)).rejects.toMatchObject(damaged);
});

it('does not pass another failure off as a damaged document', async () => {
  const root = await emptyDirectory();
  await mkdir(join(root, 'orders/release.json'), { recursive: true });
  await expect(directoryStore(root).read('orders')).rejects.toThrow('EISDIR');
});

it.each(['ftp://releases.example', 'file://elsewhere'])('refuses %s by its name', (address) => {
  expect(() => openReleases(new URL(`${address}/releases`))).toThrow(
    `RELEASES_URL starts with "${address}"; use a directory of this machine such as file:///srv/releases.`,
  );
});
