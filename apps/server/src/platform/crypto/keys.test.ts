import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deriveKeys, loadKeys } from './keys';

let home: string;
let dataDir: string;
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'portal-key-'));
  dataDir = home;
});
afterEach(() => rm(home, { recursive: true }));

const load = (secretKey?: Buffer<ArrayBuffer>, previousSecretKey?: Buffer<ArrayBuffer>) =>
  loadKeys({ secretKey, previousSecretKey, dataDir });

test('generates a key only once, readable only by its owner, also before the first start', async () => {
  dataDir = join(home, 'data');
  const signed = async () => (await load()).codes.sign('text');
  const [first, ...parallel] = await Promise.all([signed(), signed(), signed()]);
  expect(parallel).toEqual([first, first]);
  expect(await signed()).toBe(first);
  expect(await readdir(dataDir)).toEqual(['secret.key']);
  expect((await stat(join(dataDir, 'secret.key'))).mode & 0o777).toBe(0o600);
  expect(await readFile(join(dataDir, 'secret.key'), 'utf8')).toMatch(/^[\da-f]{64}$/);
});

test('prefers SECRET_KEY and writes no key file', async () => {
  const secretKey = Buffer.alloc(32, 7);
  expect((await load(secretKey)).codes.sign('text')).toBe(deriveKeys(secretKey).codes.sign('text'));
  expect(await readdir(dataDir)).toEqual([]);
});

test.each(['', 'c0ffee', 'x'.repeat(64)])('rejects a damaged key file (%j)', async (damaged) => {
  await writeFile(join(dataDir, 'secret.key'), damaged);
  await expect(load()).rejects.toThrow('DATA_DIR has a damaged secret.key. Restore it or delete it');
});

test('while the key is replaced, all replicas accept what the others made, for every purpose', async () => {
  const [former, next] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
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
