import { writeFile } from 'node:fs/promises';
import type { ReleaseDocument } from '@portal/contract';
import { HEALTH, type Health } from './health';
import { settled, withRollback } from './interventions';
import { someReleases, type SomeReleases } from './testing/releases';

const STOPPED_AT = '2026-03-01T00:30:00.000Z';
const WHY = '1.1.0 failed on 12 of 14 first pages';

let releases: SomeReleases;
beforeEach(async () => {
  releases = await someReleases();
  await releases.release('orders', '1.0.0');
  await releases.release('orders', '1.1.0');
  await releases.publishVersion('orders', '1.2.0');
});

const stored = async (): Promise<ReleaseDocument> => {
  const document = await releases.store.read('orders');
  if (!document) throw new Error('Nothing is released.');
  return document;
};

const promotedAt = ({ history }: ReleaseDocument) =>
  history.findLast(({ action }) => action === 'promote')?.at ?? '';

/** Writes the same health document as a server that rolls the promotion back. */
const rollBack = async (change: Partial<Health> = {}, to = '1.0.0') => {
  const document = await stored();
  const outcomes = { shown: 2, failed: 12 };
  await releases.store.updateReports(HEALTH, 'orders', () => ({
    live: document.live,
    canary: null,
    canarySince: null,
    versions: {},
    stopped: null,
    trial: {
      since: promotedAt(document),
      browsers: outcomes,
      networks: outcomes,
      rolledBack: { to, at: STOPPED_AT, why: WHY },
    },
    ...change,
  }));
};

const inUse = async () => withRollback(await stored(), await releases.store.readReports(HEALTH, 'orders'));

const BY_PORTAL = { at: STOPPED_AT, who: 'the portal', why: WHY, action: 'rollback', versions: ['1.0.0'] };

it.each<[string, () => Promise<unknown>]>([
  ['of another version', () => rollBack({ live: '1.0.0' })],
  [
    'of an earlier promotion',
    async () => {
      await rollBack();
      await releases.promoteVersion('orders', '1.2.0');
      await releases.promoteVersion('orders', '1.1.0');
    },
  ],
  ['to a version other than the previous one', () => rollBack({}, '1.2.0')],
])('ignores an automatic rollback %s', async (_, decide) => {
  await decide();
  expect(await inUse()).toMatchObject({ live: '1.1.0' });
});

it.each<[string, () => Promise<unknown>, Partial<ReleaseDocument>]>([
  ['publication', () => releases.publishVersion('orders', '1.3.0'), { live: '1.0.0', previous: null }],
  [
    'promotion, whose previous version is not the failed one',
    () => releases.promoteVersion('orders', '1.2.0'),
    { live: '1.2.0', previous: '1.0.0' },
  ],
  [
    'promotion of the same version, which starts a new trial',
    () => releases.promoteVersion('orders', '1.1.0'),
    { live: '1.1.0', previous: '1.0.0' },
  ],
  ['rollback, which does not go back a second step', () => releases.rollback('orders'), { live: '1.0.0' }],
])('writes an automatic rollback to the document with the next %s', async (_, change, expected) => {
  await rollBack();
  await change();
  expect(await stored()).toMatchObject(expected);
  expect(await inUse()).toMatchObject(expected);
  expect((await stored()).history).toContainEqual(BY_PORTAL);
});

it('adds a stopped canary to the history at once, and ends it with the next change', async () => {
  await releases.canaryOf('orders', '1.2.0', 10);
  const document = await stored();
  await rollBack({
    canary: '1.2.0',
    canarySince: document.canary?.since ?? null,
    stopped: { version: '1.2.0', at: STOPPED_AT, why: 'it failed' },
    trial: undefined,
  });
  const health = await releases.store.readReports(HEALTH, 'orders');
  const entry = { ...BY_PORTAL, why: 'it failed', action: 'canary', versions: ['1.2.0'] };
  expect(settled(document, health).history.at(-1)).toEqual(entry);
  await releases.publishVersion('orders', '1.3.0');
  const later = await stored();
  expect(later.canary).toBeNull();
  expect(later.history.at(-2)).toEqual(entry);
});

it('allows changes despite damaged reports', async () => {
  await rollBack();
  await writeFile(`${releases.root}/orders/health.json`, '{');
  await releases.promoteVersion('orders', '1.2.0');
  expect(await stored()).toMatchObject({ live: '1.2.0', previous: '1.1.0' });
});
