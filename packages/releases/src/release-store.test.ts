import type { ReleaseDocument } from '@portal/contract';
import { generateKeyPairSync } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { FAILURES, type FieldFailure } from './failures';
import { HEALTH, type Health } from './health';
import { openReleases } from './open-releases';
import type { Trust } from './release-store';
import { emptyDirectory } from './testing/build';

const ann = generateKeyPairSync('ed25519');
const ben = generateKeyPairSync('ed25519');

const signs = ({ privateKey }: typeof ann): Trust => ({ signingKey: privateKey });
const trusts = (...keys: (typeof ann)[]): Trust => ({
  publicKeysOf: () => keys.map(({ publicKey }) => publicKey),
});

type Document = Omit<ReleaseDocument, 'revision'>;

const first: Document = {
  name: 'orders',
  live: null,
  canary: null,
  previous: null,
  versions: {},
  history: [{ at: '2026-03-04T12:00:00.000Z', who: 'Ann', action: 'publish', versions: ['1.0.0'] }],
};

const health: Health = {
  live: '1.0.0',
  canary: null,
  canarySince: null,
  versions: { '1.0.0': { shown: 99, failed: 1, causes: { chunk: 1 } } },
  stopped: null,
};

const start = async () => {
  const root = await emptyDirectory();
  const path = (file: string) => join(root, file);
  return {
    opened: (trust?: Trust) => openReleases(pathToFileURL(root), trust),
    text: (file: string) => readFile(path(file), 'utf8'),
    write: async (file: string, content: string) => {
      await mkdir(dirname(path(file)), { recursive: true });
      await writeFile(path(file), content);
    },
  };
};

const refusal = (sentence: RegExp) => ({
  name: 'ReleaseError',
  message: expect.stringMatching(sentence),
});

/** A valid change: adds an entry to the history. */
const addHistory = (current: ReleaseDocument | undefined): Document => ({
  ...first,
  ...current,
  history: [...(current?.history ?? []), ...first.history],
});

describe('a release document', () => {
  it('is read with its revision, which counts the writes', async () => {
    const store = (await start()).opened();
    expect(await store.read('orders')).toBeUndefined();
    expect(await store.update('orders', () => first)).toEqual({ ...first, revision: 1 });
    expect(await store.read('orders')).toEqual({ ...first, revision: 1 });
    await store.update('orders', addHistory);
    expect((await store.update('orders', addHistory)).revision).toBe(3);
  });

  it('keeps every byte if the change returns its argument', async () => {
    const { opened, text } = await start();
    const store = opened(signs(ann));
    const written = await store.update('orders', () => first);
    const before = await text('orders/release.json');
    expect(await store.update('orders', (current) => current ?? first)).toEqual(written);
    expect(await text('orders/release.json')).toBe(before);
  });

  it('is never written if it is invalid', async () => {
    const { opened } = await start();
    const store = opened();
    await expect(store.update('orders', () => ({ ...first, live: 'no version' }))).rejects.toThrow(
      'semantic version',
    );
    expect(await store.read('orders')).toBeUndefined();
  });

  it.each([
    ['is truncated', '{"name": "orders", "live": '],
    ['is not a release document', '{"name": "orders"}'],
    ['is empty', ''],
  ])('is reported as damaged if it %s', async (_, content) => {
    const { opened, write } = await start();
    await write('orders/release.json', content);
    const damaged = refusal(/^orders\/release\.json is damaged\. Restore it from a backup, or delete it/);
    await expect(opened().read('orders')).rejects.toMatchObject(damaged);
    await expect(opened().update('orders', addHistory)).rejects.toMatchObject(damaged);
  });

  it('is refused under the name of another remote, signed or not', async () => {
    const { opened, text, write } = await start();
    await opened(signs(ann)).update('orders', () => first);
    await write('login/release.json', await text('orders/release.json'));
    const belongsToOrders = refusal(/^login\/release\.json belongs to orders\. Restore it from a backup\.$/);
    await expect(opened(trusts(ann)).read('login')).rejects.toMatchObject(belongsToOrders);
    await expect(opened().read('login')).rejects.toMatchObject(belongsToOrders);
    await expect(opened(signs(ann)).update('login', addHistory)).rejects.toMatchObject(belongsToOrders);
  });
});

describe('a signed release document', () => {
  it('is read unchanged if its key is trusted', async () => {
    const { opened } = await start();
    const written = await opened(signs(ann)).update('orders', () => first);
    expect(written).toEqual({ ...first, revision: 1 });
    expect(await opened(trusts(ann)).read('orders')).toEqual(written);
    expect(await opened(trusts(ben, ann)).read('orders')).toEqual(written);
    expect(await opened(signs(ann)).read('orders')).toEqual(written);
    expect(await opened().read('orders')).toEqual(written);
  });

  it('is refused if only other keys are trusted', async () => {
    const { opened, text } = await start();
    await opened(signs(ann)).update('orders', () => first);
    const { signature } = JSON.parse(await text('orders/release.json'));
    const refused = refusal(
      new RegExp(
        `^orders/release.json is signed with the key ${signature.keyId}, which is not trusted for orders`,
      ),
    );
    const forLogin: Trust = { publicKeysOf: (name) => (name === 'login' ? [ann.publicKey] : []) };
    for (const trust of [trusts(ben), trusts(), forLogin]) {
      await expect(opened(trust).read('orders')).rejects.toMatchObject(refused);
      await expect(opened({ ...trust, ...signs(ben) }).update('orders', addHistory)).rejects.toMatchObject(
        refused,
      );
    }
  });

  it('is refused with another signing key and no public keys', async () => {
    const { opened } = await start();
    await opened(signs(ann)).update('orders', () => first);
    const refused = refusal(
      /^orders\/release\.json is signed with the key \w{16}, which is not trusted .* RELEASE_PUBLIC_KEYS names the file/,
    );
    await expect(opened(signs(ben)).read('orders')).rejects.toMatchObject(refused);
    await expect(opened(signs(ben)).update('orders', addHistory)).rejects.toMatchObject(refused);
  });

  it('is refused after tampering', async () => {
    const { opened, text, write } = await start();
    await opened(signs(ann)).update('orders', () => first);
    const document: object = JSON.parse(await text('orders/release.json'));
    await write('orders/release.json', JSON.stringify({ ...document, live: '6.6.6' }));
    const refused = refusal(/^orders\/release\.json was changed after it was signed\. Restore it/);
    await expect(opened(trusts(ann)).read('orders')).rejects.toMatchObject(refused);
    await expect(opened(signs(ann)).update('orders', addHistory)).rejects.toMatchObject(refused);
  });

  it('is refused without its signature', async () => {
    const { opened, text, write } = await start();
    await opened(signs(ann)).update('orders', () => first);
    const { signature: _, ...document } = JSON.parse(await text('orders/release.json'));
    await write('orders/release.json', JSON.stringify(document));
    const refused = refusal(
      /^orders\/release\.json is not signed\. Inspect it, then promote once with RELEASE_SIGNING_KEY/,
    );
    await expect(opened(trusts(ann)).read('orders')).rejects.toMatchObject(refused);
    await expect(
      opened({ ...trusts(ann), ...signs(ann) }).update('orders', addHistory),
    ).rejects.toMatchObject(refused);
  });

  it('cannot be changed without a key', async () => {
    const { opened, text } = await start();
    await opened(signs(ann)).update('orders', () => first);
    const before = await text('orders/release.json');
    const refused = refusal(
      /^The releases of orders are signed\. Set RELEASE_SIGNING_KEY to a key that the portal trusts\.$/,
    );
    await expect(opened().update('orders', addHistory)).rejects.toMatchObject(refused);
    await expect(opened(trusts(ann)).update('orders', addHistory)).rejects.toMatchObject(refused);
    expect(await text('orders/release.json')).toBe(before);
  });

  it('cannot be created without a trusted key, if keys are configured', async () => {
    const { opened } = await start();
    await expect(opened(trusts(ann)).update('orders', addHistory)).rejects.toMatchObject(
      refusal(/Set RELEASE_SIGNING_KEY/),
    );
    await expect(
      opened({ ...trusts(ann), ...signs(ben) }).update('orders', addHistory),
    ).rejects.toMatchObject(
      refusal(/^The key in RELEASE_SIGNING_KEY, \w{16}, may not sign for orders: its public key is not in/),
    );
    expect(await opened().read('orders')).toBeUndefined();
  });

  it('is signed with another key by a change that changes nothing else', async () => {
    const { opened, text } = await start();
    await opened(signs(ann)).update('orders', () => first);
    const store = opened({ ...trusts(ann, ben), ...signs(ben) });
    const keep = (current: ReleaseDocument | undefined) => current ?? first;
    expect((await store.update('orders', keep)).revision).toBe(2);
    expect((await opened(trusts(ben)).read('orders'))?.revision).toBe(2);
    const signed = await text('orders/release.json');
    await store.update('orders', keep);
    expect(await text('orders/release.json')).toBe(signed);
    await expect(opened(trusts(ann)).read('orders')).rejects.toThrow('not trusted');
  });

  it('can replace an unsigned document', async () => {
    const { opened } = await start();
    await opened().update('orders', () => first);
    await expect(opened(trusts(ann)).read('orders')).rejects.toMatchObject(refusal(/is not signed/));
    await opened(signs(ann)).update('orders', addHistory);
    expect((await opened(trusts(ann)).read('orders'))?.revision).toBe(2);
  });
});

describe('reports about a remote', () => {
  it('are read as they were written, and need no signature', async () => {
    const { opened } = await start();
    const store = opened(trusts(ann));
    expect(await store.readReports(HEALTH, 'orders')).toBeUndefined();
    await store.updateReports(HEALTH, 'orders', (current) => {
      expect(current).toBeUndefined();
      return health;
    });
    await store.updateReports(HEALTH, 'orders', (current) => ({ ...health, ...current, live: '1.1.0' }));
    expect(await store.readReports(HEALTH, 'orders')).toEqual({ ...health, live: '1.1.0' });
  });

  it.each(['{', '{"shown": -1}'])('are not overwritten if they are damaged: %s', async (content) => {
    const { opened, text, write } = await start();
    await write('orders/health.json', content);
    const damaged = refusal(/^orders\/health\.json is damaged\./);
    await expect(opened().readReports(HEALTH, 'orders')).rejects.toMatchObject(damaged);
    await expect(opened().updateReports(HEALTH, 'orders', () => health)).rejects.toMatchObject(damaged);
    expect(await text('orders/health.json')).toBe(content);
  });

  it.each(['', '{', '[{"version": "1.0.0"}]'])(
    'on failures start anew if they are damaged: %s',
    async (content) => {
      const { opened, write } = await start();
      await write('orders/failures.json', content);
      expect(await opened().readReports(FAILURES, 'orders')).toBeUndefined();
      const failure: FieldFailure = {
        version: '1.0.0',
        cause: 'chunk',
        message: '',
        stack: [],
        browsers: { 'Chrome 131': 1 },
        count: 1,
        last: '2026-03-04T12:00:00.000Z',
      };
      await opened().updateReports(FAILURES, 'orders', (current) => {
        expect(current).toBeUndefined();
        return [failure];
      });
      expect(await opened().readReports(FAILURES, 'orders')).toEqual([failure]);
    },
  );
});
