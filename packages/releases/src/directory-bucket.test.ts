import { mkdir, readdir, realpath, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { integrityOfFiles } from './integrity';
import { openStorage } from './open-releases';
import { keepsReleases } from './storage.contract';
import { emptyDirectory, writeBuild } from './testing/build';

keepsReleases('a directory', async () => pathToFileURL(await emptyDirectory()));

const directoryStorage = (root: string) => openStorage(pathToFileURL(root));
const write = (root: string) => directoryStorage(root).updateDocument('orders', 'release.json', () => '{}');

it('takes over the lock of a killed writer', async () => {
  const root = await emptyDirectory();
  const lock = join(root, 'orders/release.json.lock');
  const aMinuteAgo = new Date(Date.now() - 60_000);
  await mkdir(lock, { recursive: true });
  await utimes(lock, aMinuteAgo, aMinuteAgo);
  await write(root);
  expect(await directoryStorage(root).readDocument('orders', 'release.json')).toBe('{}');
  expect(await readdir(join(root, 'orders'))).toEqual(['release.json']);
});

it('leaves neither drafts nor locks behind, even if a file cannot be written', async () => {
  const root = await emptyDirectory();
  await write(root);
  // A file cannot replace a directory.
  await mkdir(join(root, 'orders/1.0.0/a.js'), { recursive: true });
  const written = directoryStorage(root).putFile('orders', '1.0.0', 'a.js', Buffer.from('a'));
  await expect(written).rejects.toThrow();
  expect((await readdir(root)).sort()).toEqual(['changes.json', 'orders']);
  expect((await readdir(join(root, 'orders'))).sort()).toEqual(['1.0.0', 'release.json']);
  expect(await readdir(join(root, 'orders/1.0.0'))).toEqual(['a.js']);
});

it('starts no document anew that is a directory or a link', async () => {
  const root = await emptyDirectory();
  await mkdir(join(root, 'orders/health.json'), { recursive: true });
  await symlink('health.json', join(root, 'orders/release.json'));
  await expect(write(root)).rejects.toMatchObject({ name: 'StorageError' });
  const health = directoryStorage(root).readDocument('orders', 'health.json');
  await expect(health).rejects.toMatchObject({ name: 'StorageError' });
});

it('repeats an interrupted upload, which is listed until then', async () => {
  const root = await emptyDirectory();
  const storage = directoryStorage(root);
  const directory = await writeBuild({ 'a.js': 'a', 'b.js': 'b' });
  const integrity = await integrityOfFiles(directory, ['a.js', 'b.js']);
  await storage.putVersion('orders', '1.0.0', directory, integrity);
  await rm(join(root, 'orders/1.0.0/b.js'));
  expect(await storage.storedVersions('orders')).toMatchObject([{ version: '1.0.0' }]);
  await storage.putVersion('orders', '1.0.0', directory, integrity);
  expect(await storage.versionFiles('orders', '1.0.0')).toEqual(['a.js', 'b.js']);
});

it('exposes no file outside the folder of a version through a link', async () => {
  const secret = join(await emptyDirectory(), 'secret.key');
  await writeFile(secret, 'secret');
  const root = await emptyDirectory();
  const folder = join(root, 'orders/1.0.0');
  await mkdir(folder, { recursive: true });
  await symlink(secret, join(folder, 'b.js'));
  await symlink(join(secret, '..'), join(folder, 'b'));
  for (const file of ['b.js', 'b/secret.key'])
    expect(await directoryStorage(root).readFile('orders', '1.0.0', file)).toBeUndefined();
});

it('accepts a link as its directory, because some systems provide one', async () => {
  const root = await emptyDirectory();
  const link = join(await emptyDirectory(), 'releases');
  await symlink(await realpath(root), link);
  const directory = await writeBuild({ 'a.js': 'a' });
  const integrity = await integrityOfFiles(directory, ['a.js']);
  await directoryStorage(link).putVersion('orders', '1.0.0', directory, integrity);
  expect(await directoryStorage(link).readFile('orders', '1.0.0', 'a.js')).toBeDefined();
});

it('changes a document even if the mark cannot be written', async () => {
  const root = await emptyDirectory();
  await mkdir(join(root, 'changes.json'));
  await write(root);
  expect(await directoryStorage(root).readDocument('orders', 'release.json')).toBe('{}');
});
