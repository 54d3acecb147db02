import { existsSync, mkdirSync } from 'node:fs';
import { mkdir, readdir, realpath, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { directoryStorage } from './directory-storage';
import { integrityOfFiles } from './integrity';
import { keepsReleases } from './storage.contract';
import { emptyDirectory, writeBuild } from './testing/build';

keepsReleases('a directory', { newUrl: async () => pathToFileURL(await emptyDirectory()) });

const write = (root: string) => directoryStorage(root).updateDocument('orders', 'release.json', () => '{}');

it('creates its directory', async () => {
  const root = join(await emptyDirectory(), 'not/yet');
  expect(await directoryStorage(root).names()).toEqual([]);
  await write(root);
  expect(await directoryStorage(root).names()).toEqual(['orders']);
});

it('takes over the lock of a killed writer', async () => {
  const root = await emptyDirectory();
  const lock = join(root, 'orders.lock');
  const aMinuteAgo = new Date(Date.now() - 60_000);
  await mkdir(lock);
  await utimes(lock, aMinuteAgo, aMinuteAgo);
  await write(root);
  expect(await directoryStorage(root).readDocument('orders', 'release.json')).toBe('{}');
  expect((await readdir(root)).sort()).toEqual(['changes.json', 'orders']);
});

it('leaves neither drafts nor locks behind', async () => {
  const root = await emptyDirectory();
  const storage = directoryStorage(root);
  const directory = await writeBuild({ 'a.js': 'a' });
  const integrity = await integrityOfFiles(directory, ['a.js']);
  await write(root);
  await storage.putVersion('orders', '1.0.0', directory, integrity);
  await expect(
    storage.putVersion('orders', '1.0.1', directory, { ...integrity, 'missing.js': 'sha384-' }),
  ).rejects.toThrow();
  expect((await readdir(root)).sort()).toEqual(['changes.json', 'orders']);
  expect((await readdir(join(root, 'orders'))).sort()).toEqual(['1.0.0', 'release.json']);
});

describe('an upload of a killed writer', () => {
  const start = async () => {
    const root = await emptyDirectory();
    const draft = join(root, 'orders/.1.0.0-pr12.0b8f1c52-6a3e-4a57-9d0c-2f6e3b1a7c44');
    await mkdir(draft, { recursive: true });
    await writeFile(join(draft, 'a.js'), 'a');
    const remaining = async () => (await readdir(root, { recursive: true })).sort();
    return { storage: directoryStorage(root), remaining };
  };

  it('is listed under its version, so that it can be pruned', async () => {
    const { storage, remaining } = await start();
    const stored = await storage.storedVersions('orders');
    expect(stored.map(({ version }) => version)).toEqual(['1.0.0-pr12']);
    expect(await storage.readFile('orders', '1.0.0-pr12', 'a.js')).toBeUndefined();
    await storage.deleteVersion('orders', '1.0.0');
    expect(await remaining()).not.toEqual([]);
    await storage.deleteVersion('orders', '1.0.0-pr12');
    expect(await remaining()).toEqual([]);
  });

  it('is replaced by a repeated upload', async () => {
    const { storage, remaining } = await start();
    const directory = await writeBuild({ 'a.js': 'a' });
    const integrity = await integrityOfFiles(directory, ['a.js']);
    await storage.putVersion('orders', '1.0.0-pr12', directory, integrity);
    expect(await remaining()).toEqual(['orders', 'orders/1.0.0-pr12', 'orders/1.0.0-pr12/a.js']);
  });
});

it('shows a version only once it is complete', async () => {
  const root = await emptyDirectory();
  const files = ['a.js', 'b.js', 'c.js'];
  const directory = await writeBuild(Object.fromEntries(files.map((file) => [file, file])));
  const seen: boolean[] = [];
  const look = () => seen.push(existsSync(join(root, 'orders/1.0.0')));
  const integrity = await integrityOfFiles(directory, files);
  await directoryStorage(root).putVersion('orders', '1.0.0', directory, integrity, look);
  expect(seen).toEqual([false, false, false]);
  expect(await readdir(join(root, 'orders/1.0.0'))).toEqual(files);
});

it('reports failures other than a missing document', async () => {
  const root = await emptyDirectory();
  await mkdir(join(root, 'orders/release.json'), { recursive: true });
  await expect(directoryStorage(root).readDocument('orders', 'release.json')).rejects.toThrow('EISDIR');
});

describe('a link in the folder of a version', () => {
  const start = async (to: string, from: string) => {
    const root = await emptyDirectory();
    const folder = join(root, 'orders/1.0.0');
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'a.js'), 'a');
    await symlink(to, join(folder, from));
    return directoryStorage(root);
  };

  it('exposes no file outside that folder', async () => {
    const secret = join(await emptyDirectory(), 'secret.key');
    await writeFile(secret, 'secret');
    const toFile = await start(secret, 'b.js');
    expect(await toFile.readFile('orders', '1.0.0', 'b.js')).toBeUndefined();
    const toFolder = await start(join(secret, '..'), 'b');
    expect(await toFolder.readFile('orders', '1.0.0', 'b/secret.key')).toBeUndefined();
  });
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

it('leaves no draft behind if a document cannot be written', async () => {
  const root = await emptyDirectory();
  const path = join(root, 'orders/health.json');
  const storage = directoryStorage(root);
  const written = storage.updateDocument('orders', 'health.json', () => {
    // A file cannot replace a directory.
    mkdirSync(path, { recursive: true });
    return '{}';
  });
  await expect(written).rejects.toThrow();
  expect(await readdir(join(root, 'orders'))).toEqual(['health.json']);
});

it('changes a document even if the mark cannot be written', async () => {
  const root = await emptyDirectory();
  await mkdir(join(root, 'changes.json'));
  await write(root);
  expect(await directoryStorage(root).readDocument('orders', 'release.json')).toBe('{}');
});
