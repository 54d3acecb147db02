import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { filesIn, integrityOfFiles } from './integrity';
import { openStorage } from './open-releases';
import { ReleaseError } from './release-error';
import type { ReleaseStorage } from './storage';
import { writeBuild } from './testing/build';

const text = (content: Uint8Array | undefined) => content && Buffer.from(content).toString('utf8');

/** Writes a build to its own directory, and computes its integrity. */
const build = async (files: Record<string, string>) => {
  const directory = await writeBuild(files);
  return [directory, await integrityOfFiles(directory, await filesIn(directory))] as const;
};

const oneMore = (count: string | undefined) => String(Number(count ?? 0) + 1);

/**
 * The contract of a release storage in every kind of bucket.
 * @param newUrl returns the address of an empty storage
 */
export const keepsReleases = (driver: string, newUrl: () => Promise<URL>): void => {
  let url: URL;
  let storage: ReleaseStorage;
  beforeEach(async () => {
    url = await newUrl();
    storage = openStorage(url);
  });

  describe(`documents in ${driver}`, () => {
    const count = (writer = storage) => writer.updateDocument('orders', 'release.json', oneMore);

    it('are independent, and are read as they were written', async () => {
      expect(await storage.names()).toEqual([]);
      await storage.updateDocument('orders', 'release.json', () => '{"who": "Zoë"}');
      await storage.updateDocument('orders', 'health.json', () => 'well');
      await storage.updateDocument('login', 'release.json', () => 'another');
      expect(await storage.readDocument('orders', 'release.json')).toBe('{"who": "Zoë"}');
      expect(await storage.readDocument('orders', 'health.json')).toBe('well');
      expect(await storage.readDocument('login', 'health.json')).toBeUndefined();
      expect((await storage.names()).sort()).toEqual(['login', 'orders']);
    });

    it('stay unchanged if a change throws, and can be changed later', async () => {
      const throwing = () => {
        throw new Error('Not now');
      };
      await expect(storage.updateDocument('orders', 'release.json', throwing)).rejects.toThrow('Not now');
      expect(await storage.names()).toEqual([]);
      await count();
      await count();
      expect(await storage.readDocument('orders', 'release.json')).toBe('2');
    });

    it('lose no update of concurrent writers', async () => {
      const writers = Array.from({ length: 10 }, () => openStorage(url));
      await Promise.all(writers.map((writer) => count(writer)));
      expect(await storage.readDocument('orders', 'release.json')).toBe('10');
    });

    it('are complete for readers during writes', async () => {
      const whole = (letter: string) => letter.repeat(100_000);
      const write = (letter: string) => storage.updateDocument('orders', 'release.json', () => whole(letter));
      await write('a');
      const writing = Promise.all(['b', 'c', 'd'].map(write));
      const reading = Array.from({ length: 10 }, () => storage.readDocument('orders', 'release.json'));
      for (const seen of await Promise.all(reading)) expect(seen).toBe(whole(seen?.[0] ?? ''));
      await writing;
    });
  });

  describe(`marks in ${driver}`, () => {
    it('are replaced for each changed release document, and for no other', async () => {
      const change = (name: string, document: 'release.json' | 'health.json', text: string) =>
        storage.updateDocument(name, document, () => text);
      const marks = () => openStorage(url).readMarks();
      expect(await marks()).toEqual({});
      await Promise.all(['login', 'orders', 'shell'].map((name) => change(name, 'release.json', 'first')));
      const first = await marks();
      expect(Object.keys(first).sort()).toEqual(['login', 'orders', 'shell']);
      await change('login', 'release.json', 'first');
      await change('login', 'health.json', '{}');
      expect(await marks()).toEqual(first);
      await change('orders', 'release.json', 'second');
      const second = await marks();
      expect(second['orders']).not.toBe(first['orders']);
      expect({ ...second, orders: '' }).toEqual({ ...first, orders: '' });
    });
  });

  it(`${driver} refuses names and versions that lead to another folder`, async () => {
    for (const name of ['..', '../elsewhere', 'orders/1.0.0', '', 'Orders']) {
      const refused = new ReleaseError(
        `"${name}" is not a valid name of a remote: use lower-case letters, digits and dashes.`,
      );
      for (const call of [
        storage.readDocument(name, 'release.json'),
        storage.updateDocument(name, 'release.json', () => '{}'),
        storage.storedVersions(name),
        storage.versionFiles(name, '1.0.0'),
        storage.putVersion(name, '1.0.0', '/nowhere', {}),
        storage.putFile(name, '1.0.0', 'a.js', Buffer.from('a')),
        storage.putMaps(name, '1.0.0', Buffer.from('maps')),
        storage.readMaps(name, '1.0.0'),
        storage.deleteVersion(name, '1.0.0'),
      ])
        await expect(call).rejects.toThrow(refused);
    }
    for (const version of ['', '..', '1.0', 'release.json', '1.0.0/..'])
      await expect(storage.deleteVersion('orders', version)).rejects.toThrow(
        new ReleaseError(`"${version}" is not a version: use one such as 1.4.0 or 1.4.0-pr12.`),
      );
  });

  describe(`versions in ${driver}`, () => {
    it('contain exactly their files, and take one of them again', async () => {
      const files = ['c+d@e.js', 'image.png', 'sub/b.js'];
      const [directory] = await build({ 'sub/b.js': 'ä', 'c+d@e.js': '', 'not-listed.js': 'n' });
      const bytes = Buffer.from(Array.from({ length: 70_000 }, (_, number) => number % 256));
      await writeFile(join(directory, 'image.png'), bytes);
      await storage.putVersion('orders', '1.0.0', directory, await integrityOfFiles(directory, files));
      expect((await storage.versionFiles('orders', '1.0.0')).sort()).toEqual(files);
      const read = (file: string) => storage.readFile('orders', '1.0.0', file);
      expect(text(await read('c+d@e.js'))).toBe('');
      expect(Buffer.from((await read('image.png')) ?? []).equals(bytes)).toBe(true);
      expect(text(await read('sub/b.js'))).toBe('ä');
      await storage.putFile('orders', '1.0.0', 'sub/b.js', Buffer.from('again'));
      expect(text(await read('sub/b.js'))).toBe('again');
    });

    it('can be put again with the same files, even concurrently', async () => {
      const files = await build({ 'a.js': 'a', 'b.js': 'b' });
      const put = () => storage.putVersion('orders', '1.0.0', ...files);
      await Promise.all([put(), put(), put()]);
      expect(text(await storage.readFile('orders', '1.0.0', 'b.js'))).toBe('b');
    });

    it.each([
      ['another content', { 'a.js': 'changed' }, 'a.js'],
      ['an additional file', { 'a.js': 'a', 'b.js': 'b' }, 'b.js'],
      ['a missing file', {}, 'a.js'],
    ])('never change: %s is refused', async (_, files, different) => {
      await storage.putVersion('orders', '1.0.0', ...(await build({ 'a.js': 'a' })));
      const again = storage.putVersion('orders', '1.0.0', ...(await build(files)));
      await expect(again).rejects.toThrow(
        new ReleaseError(
          `orders@1.0.0 already exists with another ${different}. A version never changes: publish under another number.`,
        ),
      );
    });

    it('are one of two concurrent versions with different files', async () => {
      const builds = await Promise.all(['one', 'two'].map((word) => build({ 'a.js': word, 'b.js': word })));
      const puts = builds.map((files) => storage.putVersion('orders', '1.0.0', ...files));
      const ended = await Promise.allSettled(puts);
      expect(ended.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
      const winner = ended[0]?.status === 'fulfilled' ? 'one' : 'two';
      expect(text(await storage.readFile('orders', '1.0.0', 'a.js'))).toBe(winner);
      expect(text(await storage.readFile('orders', '1.0.0', 'b.js'))).toBe(winner);
    });

    it('refuse a file that does not match its integrity, and store nothing', async () => {
      const [directory, integrity] = await build({ 'a.js': 'a', 'b.js': 'b' });
      await writeFile(join(directory, 'b.js'), 'written by a build that still runs');
      await expect(storage.putVersion('orders', '1.0.0', directory, integrity)).rejects.toThrow(
        /b\.js changed during the upload/,
      );
      expect(await storage.storedVersions('orders')).toEqual([]);
      expect(await storage.names()).toEqual([]);
    });

    it('are listed with their time, and have source maps beside them, which go with them', async () => {
      // File systems and buckets round to seconds.
      const before = Date.now() - 1000;
      const files = await build({ 'a.js': 'a' });
      for (const version of ['1.0.0', '1.0.0-pr1']) {
        await storage.putVersion('orders', version, ...files);
        await storage.putMaps('orders', version, Buffer.from(`maps of ${version}`));
      }
      const listed = await storage.storedVersions('orders');
      expect(listed.map(({ version }) => version).sort()).toEqual(['1.0.0', '1.0.0-pr1']);
      for (const { storedAt } of listed) expect(storedAt.getTime()).toBeGreaterThanOrEqual(before);
      const maps = async (version: string) => text(await storage.readMaps('orders', version));
      expect(await maps('1.0.0')).toBe('maps of 1.0.0');
      expect(await maps('2.0.0')).toBeUndefined();
      expect(await storage.readFile('orders', '1.0.0', '../1.0.0.maps.json.gz')).toBeUndefined();
      await storage.deleteVersion('orders', '1.0.0');
      expect(await maps('1.0.0')).toBeUndefined();
      expect(await maps('1.0.0-pr1')).toBe('maps of 1.0.0-pr1');
      await storage.deleteVersion('orders', '1.0.0-pr1');
      expect(await storage.names()).toEqual([]);
    });

    it('can be deleted, without their neighbors, and put again', async () => {
      const files = await build({ 'a.js': 'a', 'sub/b.js': 'b' });
      for (const version of ['1.0.0', '1.0.0-pr1']) await storage.putVersion('orders', version, ...files);
      await storage.updateDocument('orders', 'release.json', () => 'kept');
      for (const name of ['orders', 'orders', 'nothing']) await storage.deleteVersion(name, '1.0.0');
      expect((await storage.storedVersions('orders')).map(({ version }) => version)).toEqual(['1.0.0-pr1']);
      expect(await storage.readFile('orders', '1.0.0', 'a.js')).toBeUndefined();
      expect(text(await storage.readFile('orders', '1.0.0-pr1', 'sub/b.js'))).toBe('b');
      expect(await storage.readDocument('orders', 'release.json')).toBe('kept');
      await storage.putVersion('orders', '1.0.0', ...(await build({ 'a.js': 'new' })));
      expect(text(await storage.readFile('orders', '1.0.0', 'a.js'))).toBe('new');
    });

    it('expose only their own files', async () => {
      await storage.putVersion('orders', '1.0.0', ...(await build({ 'a.js': 'a', 'sub/b.js': 'b' })));
      await storage.updateDocument('orders', 'release.json', () => '{}');
      for (const [name, version, file] of [
        ['orders', '1.0.0', 'missing.js'],
        ['orders', '1.0.0', 'sub'],
        ['orders', '1.0.0', ''],
        ['orders', '1.0.0', 'sub/../../release.json'],
        ['orders', '1.0.0', '../1.0.0.files.json'],
        ['orders', '1.0.0', '/a.js'],
        ['orders', '1.0.0', 'a.js\u0000'],
        ['orders', '..', 'orders/release.json'],
        ['..', '1.0.0', 'a.js'],
      ] as const)
        expect(await storage.readFile(name, version, file)).toBeUndefined();
    });
  });
};
