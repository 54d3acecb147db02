import { mkdir, readdir, realpath, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { emptyDirectory } from '@portal/releases/testing';
import { keepsFiles } from './bucket.contract';
import { directoryBucket } from './directory-bucket';

keepsFiles('a directory', async () => directoryBucket(await emptyDirectory()));

it('leaves no draft behind, even if a file cannot be written', async () => {
  const root = await emptyDirectory();
  // A file cannot replace a directory.
  await mkdir(join(root, 'orders/1.0.0/a.js'), { recursive: true });
  await expect(directoryBucket(root).put('orders/1.0.0/a.js', Buffer.from('a'))).rejects.toThrow();
  expect(await readdir(join(root, 'orders/1.0.0'))).toEqual(['a.js']);
});

it('exposes no file outside of its directory through a link', async () => {
  const secret = join(await emptyDirectory(), 'secret.key');
  await writeFile(secret, 'secret');
  const root = await emptyDirectory();
  const folder = join(root, 'orders/1.0.0');
  await mkdir(folder, { recursive: true });
  await symlink(secret, join(folder, 'b.js'));
  await symlink(join(secret, '..'), join(folder, 'b'));
  for (const file of ['b.js', 'b/secret.key'])
    expect(await directoryBucket(root).get(`orders/1.0.0/${file}`)).toBeUndefined();
});

it('accepts a link as its directory, because some systems provide one', async () => {
  const link = join(await emptyDirectory(), 'releases');
  await symlink(await realpath(await emptyDirectory()), link);
  await directoryBucket(link).put('orders/1.0.0/a.js', Buffer.from('a'));
  expect(await directoryBucket(link).get('orders/1.0.0/a.js')).toBeDefined();
});
