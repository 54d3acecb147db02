import type { Bucket } from './bucket';

const text = (content: Uint8Array | undefined) => content && Buffer.from(content).toString('utf8');

/**
 * The contract of a bucket in every kind of store.
 * @param open returns an empty bucket
 */
export const keepsFiles = (store: string, open: () => Promise<Bucket>): void => {
  let bucket: Bucket;
  beforeEach(async () => {
    bucket = await open();
  });

  const put = (key: string, content: string) => bucket.put(key, Buffer.from(content));
  const keys = async (folder: string) => (await bucket.list(folder)).map(({ key }) => key).sort();

  describe(`files in ${store}`, () => {
    it('are read as they were written', async () => {
      const bytes = Buffer.from(Array.from({ length: 70_000 }, (_, number) => number % 256));
      await bucket.put('orders/1.0.0/image.png', bytes);
      await put('orders/1.0.0/sub/c+d@e.js', 'ä');
      await put('orders/1.0.0/empty.js', '');
      expect(Buffer.from((await bucket.get('orders/1.0.0/image.png')) ?? []).equals(bytes)).toBe(true);
      expect(text(await bucket.get('orders/1.0.0/sub/c+d@e.js'))).toBe('ä');
      expect(text(await bucket.get('orders/1.0.0/empty.js'))).toBe('');
      await bucket.putFile('orders/1.0.0/contract.ts', __filename);
      expect(text(await bucket.get('orders/1.0.0/contract.ts'))).toContain('putFile');
      for (const key of ['orders/1.0.0/missing.js', 'login/1.0.0/empty.js'])
        expect(await bucket.get(key)).toBeUndefined();
    });

    it('are replaced as a whole, also while others read them', async () => {
      const whole = (letter: string) => letter.repeat(100_000);
      await put('orders/1.0.0/a.js', whole('a'));
      const writing = Promise.all(['b', 'c', 'd'].map((letter) => put('orders/1.0.0/a.js', whole(letter))));
      const reading = Array.from({ length: 10 }, () => bucket.get('orders/1.0.0/a.js'));
      for (const seen of (await Promise.all(reading)).map(text)) expect(seen).toBe(whole(seen?.[0] ?? ''));
      await writing;
    });

    it('are listed by folder, with their time', async () => {
      // File systems and buckets round to seconds.
      const before = Date.now() - 1000;
      for (const key of [
        'orders/1.0.0/a.js',
        'orders/1.0.0/sub/b.js',
        'orders/1.0.0-pr1/a.js',
        'login/1.0.0/a.js',
      ])
        await put(key, 'x');
      expect(await keys('orders/1.0.0/')).toEqual(['orders/1.0.0/a.js', 'orders/1.0.0/sub/b.js']);
      expect(await keys('orders/')).toHaveLength(3);
      expect(await keys('')).toHaveLength(4);
      expect(await keys('nothing/')).toEqual([]);
      for (const { modifiedAt } of await bucket.list(''))
        expect(modifiedAt.getTime()).toBeGreaterThanOrEqual(before);
    });

    it('can be deleted, without their neighbors', async () => {
      await put('orders/1.0.0/a.js', 'a');
      await put('orders/1.0.0/b.js', 'b');
      await bucket.delete('orders/1.0.0/a.js');
      await bucket.delete('orders/1.0.0/a.js');
      expect(await bucket.get('orders/1.0.0/a.js')).toBeUndefined();
      expect(await keys('')).toEqual(['orders/1.0.0/b.js']);
      await bucket.delete('orders/1.0.0/b.js');
      expect(await keys('')).toEqual([]);
    });
  });
};
