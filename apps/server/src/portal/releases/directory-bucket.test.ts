import { mkdir, readdir } from 'node:fs/promises';
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
