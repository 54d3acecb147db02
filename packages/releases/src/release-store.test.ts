import type { ReleaseDocument } from '@portal/contract';
import { generateKeyPairSync } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { FAILURES, type FieldFailure } from './failures';
import { HEALTH, type Health } from './health';
import { openReleases } from './open-releases';
import type { ReleaseStore, Trust } from './release-store';
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

const FILE = 'orders/release.json';

let root: string;
beforeEach(async () => void (root = await emptyDirectory()));

const opened = (trust?: Trust) => openReleases(pathToFileURL(root), trust);
const text = (file = FILE) => readFile(join(root, file), 'utf8');
const write = async (file: string, content: string) => {
  await mkdir(dirname(join(root, file)), { recursive: true });
  await writeFile(join(root, file), content);
};
const create = (trust?: Trust) => opened(trust).update('orders', () => first);

/** A valid change: adds an entry to the history. */
const addHistory = (current: ReleaseDocument | undefined): Document => ({
  ...first,
  ...current,
  history: [...(current?.history ?? []), ...first.history],
});

const expectRefusal = (work: Promise<unknown>, sentence: RegExp) =>
  expect(work).rejects.toMatchObject({ name: 'ReleaseError', message: expect.stringMatching(sentence) });

/** A store refuses to read the document, and to change it. */
const expectRefused = async (store: ReleaseStore, sentence: RegExp, name = 'orders') => {
  await expectRefusal(store.read(name), sentence);
  await expectRefusal(store.update(name, addHistory), sentence);
};

describe('a release document', () => {
  it('is read with its revision, which counts the writes', async () => {
    const store = opened();
    expect(await store.read('orders')).toBeUndefined();
    expect(await create()).toEqual({ ...first, revision: 1 });
    expect(await store.read('orders')).toEqual({ ...first, revision: 1 });
    expect((await store.update('orders', addHistory)).revision).toBe(2);
  });

  it('keeps every byte if the change returns its argument', async () => {
    const written = await create(signs(ann));
    const before = await text();
    const kept = opened(signs(ann)).update('orders', (current) => current ?? first);
    expect(await kept).toEqual(written);
    expect(await text()).toBe(before);
  });

  it('is never written if it is invalid', async () => {
    const invalid = opened().update('orders', () => ({ ...first, live: 'no version' }));
    await expect(invalid).rejects.toThrow('semantic version');
    expect(await opened().read('orders')).toBeUndefined();
  });

  it.each(['{"name": "orders", "live": ', '{"name": "orders"}', ''])(
    'is reported as damaged: %s',
    async (content) => {
      await write(FILE, content);
      await expectRefused(
        opened(),
        /^orders\/release\.json is damaged\. Restore it from a backup, or delete/,
      );
    },
  );

  it('is refused under the name of another remote, signed or not', async () => {
    await create(signs(ann));
    await write('login/release.json', await text());
    for (const trust of [trusts(ann), signs(ann), {}])
      await expectRefused(opened(trust), /^login\/release\.json belongs to orders\. Restore it/, 'login');
  });
});

describe('a signed release document', () => {
  it('is read unchanged if its key is trusted', async () => {
    const written = await create(signs(ann));
    for (const trust of [trusts(ben, ann), signs(ann), {}])
      expect(await opened(trust).read('orders')).toEqual(written);
  });

  it('is refused if only other keys are trusted', async () => {
    await create(signs(ann));
    const { signature } = JSON.parse(await text());
    const refused = new RegExp(
      `^${FILE} is signed with the key ${signature.keyId}, which is not trusted for orders`,
    );
    const forLogin: Trust = { publicKeysOf: (name) => (name === 'login' ? [ann.publicKey] : []) };
    for (const trust of [trusts(ben), trusts(), forLogin])
      await expectRefused(opened({ ...trust, ...signs(ben) }), refused);
    await expectRefused(opened(signs(ben)), / RELEASE_PUBLIC_KEYS names the file with the keys of all teams/);
  });

  it('is refused after tampering, and without its signature', async () => {
    await create(signs(ann));
    const { signature, ...document } = JSON.parse(await text());
    await write(FILE, JSON.stringify({ ...document, signature, live: '6.6.6' }));
    for (const trust of [{ ...trusts(ann), ...signs(ann) }, signs(ann)])
      await expectRefused(
        opened(trust),
        /^orders\/release\.json was changed after it was signed\. Restore it/,
      );
    await write(FILE, JSON.stringify(document));
    await expectRefused(
      opened({ ...trusts(ann), ...signs(ann) }),
      /^orders\/release\.json is not signed\. Inspect it, then promote once with RELEASE_SIGNING_KEY/,
    );
  });

  it('is neither created nor changed without a trusted key', async () => {
    const update = (trust: Trust) => opened(trust).update('orders', addHistory);
    const unsigned = /^The releases of orders are signed\. Set RELEASE_SIGNING_KEY to a key that the portal/;
    await expectRefusal(update(trusts(ann)), unsigned);
    await expectRefusal(
      update({ ...trusts(ann), ...signs(ben) }),
      /^The key in RELEASE_SIGNING_KEY, \w{16}, may not sign for orders: its public key is not in/,
    );
    expect(await opened().read('orders')).toBeUndefined();
    await create(signs(ann));
    const before = await text();
    for (const trust of [{}, trusts(ann)]) await expectRefusal(update(trust), unsigned);
    expect(await text()).toBe(before);
  });

  it('can replace an unsigned document', async () => {
    await create();
    await opened(signs(ann)).update('orders', addHistory);
    expect((await opened(trusts(ann)).read('orders'))?.revision).toBe(2);
  });
});

describe('reports about a remote', () => {
  const health: Health = {
    live: '1.0.0',
    canary: null,
    canarySince: null,
    versions: { '1.0.0': { shown: 99, failed: 1, causes: { chunk: 1 } } },
    stopped: null,
  };

  it('are read as they were written, and need no signature', async () => {
    const store = opened(trusts(ann));
    expect(await store.readReports(HEALTH, 'orders')).toBeUndefined();
    await store.updateReports(HEALTH, 'orders', (current) => current ?? health);
    await store.updateReports(HEALTH, 'orders', (current) => ({ ...health, ...current, live: '1.1.0' }));
    expect(await store.readReports(HEALTH, 'orders')).toEqual({ ...health, live: '1.1.0' });
  });

  it('are not overwritten if they are damaged', async () => {
    await write('orders/health.json', '{"shown": -1}');
    const damaged = /^orders\/health\.json is damaged\./;
    await expectRefusal(opened().readReports(HEALTH, 'orders'), damaged);
    await expectRefusal(
      opened().updateReports(HEALTH, 'orders', () => health),
      damaged,
    );
    expect(await text('orders/health.json')).toBe('{"shown": -1}');
  });

  it.each(['', '[{"version": "1.0.0"}]'])(
    'on failures start anew if they are damaged: %s',
    async (content) => {
      await write('orders/failures.json', content);
      const none: readonly FieldFailure[] = [];
      await opened().updateReports(FAILURES, 'orders', (current) => current ?? none);
      expect(await opened().readReports(FAILURES, 'orders')).toEqual([]);
    },
  );
});
