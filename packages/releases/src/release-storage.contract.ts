import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { openReleases } from './open-releases';
import { writeBuild } from './testing/build';
import { withOneMore } from './testing/one-more';

const TSX = pathToFileURL(createRequire(__filename).resolve('tsx')).href;
const WRITER = join(__dirname, 'testing/count-up.ts');

const writerProcess = (address: URL, times: number) =>
  promisify(execFile)(process.execPath, ['--import', TSX, WRITER, address.href, 'orders', String(times)]);

interface Driver {
  /** The address of an empty store. */
  newAddress: () => Promise<URL>;
  /** What a file of a version holds, or undefined when it is not there. */
  contentOf: (address: URL, name: string, version: string, file: string) => Promise<string | undefined>;
}

/** What every driver of a release store promises. */
export const keepsReleases = (driver: string, { newAddress, contentOf }: Driver): void => {
  describe(driver, () => {
    const start = async () => {
      const address = await newAddress();
      const store = openReleases(address);
      const numbers = async () => Object.keys((await store.read('orders'))?.versions ?? {});
      return { address, store, numbers };
    };

    it('is empty before anything was published', async () => {
      const { store } = await start();
      expect(await store.names()).toEqual([]);
      expect(await store.read('orders')).toBeUndefined();
    });

    it('gives back the document that was written', async () => {
      const { store } = await start();
      const written = await store.update('orders', withOneMore);
      expect(await store.read('orders')).toEqual(written);
      expect(await store.names()).toEqual(['orders']);
    });

    it('leaves everything as it was when a change gives up or makes no document', async () => {
      const { store } = await start();
      const before = await store.update('orders', withOneMore);
      const givesUp = () => {
        throw new Error('Not like this');
      };
      await expect(store.update('orders', givesUp)).rejects.toThrow('Not like this');
      await expect(
        store.update('orders', (document) => ({ ...withOneMore(document), live: 'no version' })),
      ).rejects.toThrow();
      expect(await store.read('orders')).toEqual(before);
      expect(Object.keys((await store.update('orders', withOneMore)).versions)).toHaveLength(2);
    });

    it('loses no update of 50 writers at once', async () => {
      const { store, numbers } = await start();
      await Promise.all(Array.from({ length: 50 }, () => store.update('orders', withOneMore)));
      expect(await numbers()).toHaveLength(50);
    });

    it('loses no update of several processes at once', async () => {
      const { address, numbers } = await start();
      await Promise.all([1, 2, 3, 4].map(() => writerProcess(address, 10)));
      expect(await numbers()).toHaveLength(40);
    });

    it('shows readers whole documents while others write', async () => {
      const { store, numbers } = await start();
      const writing = Promise.all(Array.from({ length: 10 }, () => store.update('orders', withOneMore)));
      const seen = await Promise.all(Array.from({ length: 50 }, numbers));
      await writing;
      expect(seen).toHaveLength(50);
    });

    it('keeps the files of a version, and no others', async () => {
      const { address, store } = await start();
      const build = await writeBuild({ 'a.js': 'a', 'sub/b.js': 'b', 'c.js': 'c' });
      await store.putVersion('orders', '1.0.0', build, ['a.js', 'sub/b.js']);
      expect(await contentOf(address, 'orders', '1.0.0', 'a.js')).toBe('a');
      expect(await contentOf(address, 'orders', '1.0.0', 'sub/b.js')).toBe('b');
      expect(await contentOf(address, 'orders', '1.0.0', 'c.js')).toBeUndefined();
    });

    it('shows a version only when all of its files are there', async () => {
      const { address, store } = await start();
      const files = Array.from({ length: 200 }, (_, number) => `${number}.js`);
      const build = await writeBuild(Object.fromEntries(files.map((file) => [file, file])));
      const visible = async () => {
        const contents = files.map((file) => contentOf(address, 'orders', '1.0.0', file));
        return (await Promise.all(contents)).filter((content) => content !== undefined).length;
      };
      let putting = true;
      const put = store.putVersion('orders', '1.0.0', build, files).finally(() => (putting = false));
      const seen = new Set<number>();
      while (putting)
        if ((await contentOf(address, 'orders', '1.0.0', '0.js')) !== undefined) seen.add(await visible());
      await put;
      expect([...seen.add(await visible())]).toEqual([200]);
    });

    it('never changes a version that is there', async () => {
      const { address, store } = await start();
      await store.putVersion('orders', '1.0.0', await writeBuild({ 'a.js': 'first' }), ['a.js']);
      await store.putVersion('orders', '1.0.0', await writeBuild({ 'a.js': 'second' }), ['a.js']);
      expect(await contentOf(address, 'orders', '1.0.0', 'a.js')).toBe('first');
    });

    it('keeps nothing of a version that could not be written whole, so that it can be put again', async () => {
      const { address, store } = await start();
      const build = await writeBuild({ 'a.js': 'a' });
      await expect(store.putVersion('orders', '1.0.0', build, ['a.js', 'missing.js'])).rejects.toThrow();
      expect(await contentOf(address, 'orders', '1.0.0', 'a.js')).toBeUndefined();
      await store.putVersion('orders', '1.0.0', build, ['a.js']);
      expect(await contentOf(address, 'orders', '1.0.0', 'a.js')).toBe('a');
    });
  });
};
