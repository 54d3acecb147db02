import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deriveKeys, loadKeys, loadSecretKey } from './keys';

let dataDir: string;
beforeEach(async () => void (dataDir = await mkdtemp(join(tmpdir(), 'portal-key-'))));
afterEach(() => rm(dataDir, { recursive: true }));

test('generates a key only once, readable only by its owner', async () => {
  const load = () => loadSecretKey({ secretKey: undefined, dataDir });
  const [first, ...parallel] = await Promise.all([load(), load(), load()]);
  expect(first).toHaveLength(32);
  expect(parallel).toEqual([first, first]);
  expect(await load()).toEqual(first);
  expect(await readdir(dataDir)).toEqual(['secret.key']);
  expect((await stat(join(dataDir, 'secret.key'))).mode & 0o777).toBe(0o600);
});

test('generates a key for a command that comes before the first start', async () => {
  const folder = join(dataDir, 'data');
  expect(await loadSecretKey({ secretKey: undefined, dataDir: folder })).toHaveLength(32);
  expect(await readdir(folder)).toEqual(['secret.key']);
});

test('prefers SECRET_KEY and writes no key file', async () => {
  const secretKey = Buffer.alloc(32, 7);
  expect(await loadSecretKey({ secretKey, dataDir })).toBe(secretKey);
  expect(await readdir(dataDir)).toEqual([]);
});

test.each(['', 'c0ffee', 'x'.repeat(64)])('rejects a damaged key file (%j)', async (damaged) => {
  await writeFile(join(dataDir, 'secret.key'), damaged);
  await expect(loadSecretKey({ secretKey: undefined, dataDir })).rejects.toThrow(
    'DATA_DIR has a damaged secret.key. Restore it or delete it',
  );
});

test('while the key is replaced, all replicas accept what the others made, for every purpose', async () => {
  const [former, next] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
  const load = (secretKey: Buffer<ArrayBuffer>, previousSecretKey?: Buffer<ArrayBuffer>) =>
    loadKeys({ secretKey, previousSecretKey, dataDir });
  const [before, learned, swapped] = [await load(former), await load(former, next), await load(next, former)];
  for (const purpose of Object.keys(before) as (keyof typeof before)[]) {
    expect(before[purpose].verify('text', learned[purpose].sign('text'))).toBe(true);
    expect(learned[purpose].verify('text', swapped[purpose].sign('text'))).toBe(true);
    expect(swapped[purpose].verify('text', learned[purpose].sign('text'))).toBe(true);
    expect(swapped[purpose].unseal(learned[purpose].seal('text', 'a'), 'a')).toBe('text');
    expect(deriveKeys(next)[purpose].verify('text', swapped[purpose].sign('text'))).toBe(true);
    expect(deriveKeys(former)[purpose].verify('text', swapped[purpose].sign('text'))).toBe(false);
  }
});
