import { mkdtemp, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { LoadReport, ReleaseDocument } from '@portal/contract';
import { FAILURES, HEALTH, openReleases, type FieldFailure } from '@portal/releases';
import { putRelease, remoteRelease } from '../testing/releases';
import { createReports } from './reports';

const SINCE = '2026-03-05T12:00:00.000Z';
const REPORT = { remote: 'orders', durationMs: 9 };
const ORDERS = remoteRelease('orders', { canary: { version: '1.1.0', percent: 10, since: SINCE } });

let directory: string;
let root: URL;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'reports-'));
  root = pathToFileURL(join(directory, 'releases'));
  await putRelease(root, ORDERS);
});
afterEach(() => rm(directory, { recursive: true }));

/** A replica of the server, with a mock log. */
const replica = (document: () => ReleaseDocument = () => ORDERS) => {
  const log = { error: jest.fn(), warn: jest.fn(), info: jest.fn() };
  const reports = createReports({ store: openReleases(root), log, rollBackAfter: 10 });
  const count = (visitor: string, event: LoadReport['event'], version = '1.1.0', network = '203.0.113.7') =>
    reports.count(visitor, network, { ...REPORT, version, event, cause: 'chunk' }, document());
  return { ...reports, log, count };
};

const health = () => openReleases(root).readReports(HEALTH, 'orders');
const tally = async (version = '1.1.0') => (await health())?.versions[version];

test('counts a browser once for each version and outcome', async () => {
  const { count, writeDown } = replica();
  const events = ['shown', 'shown', 'fell-back', 'gave-up', 'crashed'] as const;
  expect(events.map((event) => count('ann', event))).toEqual([true, false, true, false, false]);
  expect(count('ann', 'shown', '1.0.0')).toBe(true);
  await writeDown();
  expect(await tally()).toMatchObject({ shown: 1, failed: 1 });
  expect(await tally('1.0.0')).toMatchObject({ shown: 1, failed: 0 });
});

test('counts a browser again for a restarted canary', async () => {
  let document = ORDERS;
  const { count, writeDown } = replica(() => document);
  expect(count('ann', 'fell-back')).toBe(true);
  const since = '2026-03-05T12:30:00.000Z';
  document = remoteRelease('orders', { canary: { version: '1.1.0', percent: 10, since } });
  await putRelease(root, document);
  expect([count('ann', 'fell-back'), count('ann', 'fell-back')]).toEqual([true, false]);
  await writeDown();
  expect(await tally()).toMatchObject({ shown: 0, failed: 1 });
});

test('stops a failing canary and logs the reason once', async () => {
  const replicas = [replica(), replica()];
  for (const [index, { count }] of replicas.entries())
    for (let visitor = 0; visitor < 60; visitor++) count(`${index}-${visitor}`, 'fell-back');
  for (const { writeDown } of replicas) await writeDown();
  expect((await health())?.stopped).toMatchObject({ version: '1.1.0' });
  const warning = expect.stringMatching(/^The canary of orders is stopped: .*60 of 60 pages failed/);
  const warnings = replicas.flatMap(({ log }) => log.warn.mock.calls);
  expect(warnings).toEqual([[{ release: 'orders' }, warning]]);
});

const failure = (message: string, version = '1.0.0'): FieldFailure => ({
  version,
  cause: 'render',
  message,
  stack: [],
  browsers: { 'Chrome 131': 1 },
  count: 1,
  last: '2026-03-05T12:00:00.000Z',
});

test('adds up the failures of replicas, writes each once, and drops those of pruned versions', async () => {
  const [one, other] = [replica(), replica()];
  for (const { addFailure } of [one, other, one])
    for (const version of ['1.0.0', '0.1.0']) addFailure('orders', failure('broken', version));
  await Promise.all([one.writeDown(), other.writeDown()]);
  await one.writeDown();
  expect(await openReleases(root).readReports(FAILURES, 'orders')).toEqual([
    { ...failure('broken'), count: 3, browsers: { 'Chrome 131': 3 } },
  ]);
});

test('writes failures while the counts are damaged, once', async () => {
  const { count, addFailure, writeDown } = replica();
  await writeFile(join(directory, 'releases', 'orders', 'health.json'), '{');
  count('ann', 'shown');
  addFailure('orders', failure('broken'));
  await writeDown();
  await writeDown();
  expect(await openReleases(root).readReports(FAILURES, 'orders')).toMatchObject([{ count: 1 }]);
});

test('waits while the releases are unavailable, creates nothing, and logs that once', async () => {
  const { log, count, writeDown } = replica();
  count('ann', 'shown');
  const away = join(directory, 'away');
  await rename(join(directory, 'releases'), away);
  await writeDown();
  count('ben', 'shown');
  await writeDown();
  await expect(stat(join(directory, 'releases'))).rejects.toThrow('ENOENT');
  expect(log.error).toHaveBeenCalledTimes(1);
  expect(log.error).toHaveBeenCalledWith(
    { release: 'orders', err: expect.any(Error) },
    'Cannot write the reports of orders. The portal tries again; check RELEASES_URL.',
  );

  await rename(away, join(directory, 'releases'));
  await writeDown();
  expect(await tally()).toMatchObject({ shown: 2 });
  expect(log.info).toHaveBeenCalledTimes(1);
});

test('one network alone cannot have a promoted version rolled back', async () => {
  const at = new Date().toISOString();
  const promoted = remoteRelease('orders', {
    live: '1.1.0',
    previous: '1.0.0',
    history: [{ at, who: 'ann', action: 'promote', versions: ['1.1.0'] }],
  });
  await putRelease(root, promoted);
  const { count, writeDown } = replica(() => promoted);
  for (let visitor = 0; visitor < 50; visitor++) count(`forged-${visitor}`, 'gave-up');
  count('ann', 'shown', '1.1.0', '198.51.100.1');
  count('ben', 'shown', '1.1.0', '198.51.100.2');
  await writeDown();
  expect((await health())?.trial).toEqual({
    since: at,
    browsers: { shown: 2, failed: 50 },
    networks: { shown: 2, failed: 1 },
  });
});
