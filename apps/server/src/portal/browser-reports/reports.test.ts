import type { LoadReport } from '@portal/contract';
import { PORTAL } from '../releases/changes';
import { readFailures, readHealth, readHours } from '../releases/health-store';
import { requireRelease } from '../releases/release';
import { readChanges, readReleases } from '../releases/release-store';
import { useReleases } from '../../testing/some-releases';
import { execute, passTime } from '../../testing/test-database';
import type { NewFailure } from './report-store';
import { createReports } from './reports';

const releases = useReleases();

beforeEach(async () => {
  await releases.release('orders', '1.0.0');
  await releases.publishVersion('orders', '1.1.0');
});

const startCanary = () => releases.canaryOf('orders', '1.1.0', 10);

/** Promotes 1.1.0 now, so that it is on trial. */
const promote = async () => {
  await releases.promoteVersion('orders', '1.1.0');
  const trial = { trial_since: new Date() };
  await releases.context.database.updateTable('releases').set(trial).execute();
};

const releaseOf = async (name: string) => requireRelease(await readReleases(releases.context.database), name);
const orders = () => releaseOf('orders');

/** A replica of the server, with a mock log. */
const replica = async ({ context } = releases as Pick<typeof releases, 'context'>, name = 'orders') => {
  const log = { warn: jest.fn() };
  const { writeDown, addFailure, countPage, count } = createReports({ context, log, rollBackAfter: 10 });
  const release = await releaseOf(name);
  return {
    log,
    writeDown,
    addFailure,
    open: (visitor: string, version = '1.1.0') => countPage(visitor, version, release),
    count: (visitor: string, event: LoadReport['event'], version = '1.1.0', network = visitor) =>
      count(
        visitor,
        network,
        { remote: name, durationMs: 9, version, event, ...(event !== 'shown' && { cause: 'chunk' }) },
        release,
      ),
  };
};

const health = async () => readHealth(releases.context.database, 'orders', (await orders()).period);
const tally = async (version = '1.1.0') => (await health()).get(version);
const lastChange = async () => {
  const [change] = await readChanges(releases.context.database, 'orders', { limit: 1 });
  return change;
};
const changesOfPortal = async () =>
  (await readChanges(releases.context.database, 'orders', { limit: 100 })).filter(
    ({ who }) => who === PORTAL,
  );

test('counts a browser once for each version and outcome, and retries as neither', async () => {
  const { count, writeDown } = await replica();
  const events = ['shown', 'shown', 'retried', 'fell-back', 'gave-up', 'crashed'] as const;
  expect(events.map((event) => count('ann', event))).toEqual([true, false, true, true, false, false]);
  expect(count('ann', 'shown', '1.0.0')).toBe(true);
  await writeDown();
  expect(await tally()).toMatchObject({ shown: 1, failed: 1, causes: { chunk: 1 } });
  expect(await tally('1.0.0')).toMatchObject({ shown: 1, failed: 0 });
});

test('adds up the reports of replicas, by the hour, until live or canary changes', async () => {
  await startCanary();
  const replicas = [await replica(), await replica(releases.other)];
  for (const [index, { open, count }] of replicas.entries()) {
    for (const visitor of ['ann', 'ann', 'ben']) open(`${visitor} ${index}`);
    count(`ann ${index}`, 'shown');
  }
  await Promise.all(replicas.map(({ writeDown }) => writeDown()));
  expect(await tally()).toMatchObject({ shown: 2, failed: 0, opened: 4 });
  const { '1.1.0': hours = {} } = await readHours(releases.context.database, 'orders');
  expect(Object.values(hours)).toEqual([{ shown: 2, failed: 0 }]);
  await startCanary();
  expect(await tally()).toBeUndefined();
  await passTime(releases.context.database, { hours: 49 });
  expect(await readHours(releases.context.database, 'orders')).toEqual({});
});

test('counts a browser again for a restarted canary', async () => {
  await startCanary();
  const before = await replica();
  before.count('ann', 'fell-back');
  await before.writeDown();
  await startCanary();
  const { count, writeDown } = await replica();
  expect([count('ann', 'fell-back'), count('ann', 'fell-back')]).toEqual([true, false]);
  await writeDown();
  expect(await tally()).toMatchObject({ shown: 0, failed: 1 });
});

test.each<[string, () => Promise<unknown>, object, RegExp]>([
  [
    'stop a failing canary',
    startCanary,
    { action: 'canary', versions: ['1.1.0'], percent: null, why: expect.stringMatching(/ pages failed/) },
    /^The canary of orders is stopped: canary 1\.1\.0: /,
  ],
  [
    'roll a failing promotion back',
    promote,
    { action: 'rollback', versions: ['1.0.0'] },
    /^orders 1\.1\.0 is rolled back to 1\.0\.0: 1\.1\.0 failed on \d+ of \d+ first pages\.$/,
  ],
])('two replicas %s once, and log the reason', async (_, arrange, change, sentence) => {
  await arrange();
  const replicas = [await replica(), await replica(releases.other)];
  for (const [index, { count }] of replicas.entries())
    for (let visitor = 0; visitor < 60; visitor++) count(`${index}-${visitor}`, 'gave-up');
  await Promise.all(replicas.map(({ writeDown }) => writeDown()));
  expect(await releases.stateOf('orders')).toMatchObject({ live: '1.0.0', previous: null, canary: null });
  expect(await changesOfPortal()).toMatchObject([change]);
  const warnings = replicas.flatMap(({ log }) => log.warn.mock.calls);
  expect(warnings).toEqual([[{ release: 'orders' }, expect.stringMatching(sentence)]]);
});

test.each<[string, LoadReport['event'], string, () => Promise<unknown>]>([
  ['screens that crashed later', 'crashed', '1.1.0', promote],
  ['failures of another version', 'gave-up', '1.0.0', promote],
  [
    'failures after its first hour',
    'gave-up',
    '1.1.0',
    async () => {
      await promote();
      await passTime(releases.context.database, { hours: 1 });
    },
  ],
  [
    'failures after a rollback to it',
    'gave-up',
    '1.1.0',
    async () => {
      await releases.release('orders', '1.2.0');
      await releases.rollback('orders', '1.1.0');
    },
  ],
  [
    'failures of the first version of the portal’s own remote',
    'gave-up',
    '1.0.0',
    async () => {
      await releases.context.database.updateTable('releases').set({ trial_since: new Date() }).execute();
    },
  ],
])('a live version is not rolled back for %s', async (_, event, version, arrange) => {
  await arrange();
  const { count, writeDown } = await replica();
  for (let visitor = 0; visitor < 99; visitor++) count(`browser-${visitor}`, event, version);
  await writeDown();
  expect(await lastChange()).not.toMatchObject({ who: PORTAL });
});

test('the first version of a remote of a team is taken down for its failures', async () => {
  await releases.release('letters', '1.0.0');
  const { database } = releases.context;
  await database.updateTable('releases').set({ trial_since: new Date() }).execute();
  const { count, log, writeDown } = await replica({ context: releases.context }, 'letters');
  for (let visitor = 0; visitor < 10; visitor++) count(`browser-${visitor}`, 'gave-up', '1.0.0');
  await writeDown();
  expect(await releases.stateOf('letters')).toEqual({ live: null, previous: null, canary: null });
  expect(log.warn.mock.calls).toEqual([
    [{ release: 'letters' }, 'letters 1.0.0 is taken down: 1.0.0 failed on 10 of 10 first pages.'],
  ]);
});

test('one network alone cannot have a promoted version rolled back', async () => {
  await promote();
  const { count, writeDown } = await replica();
  for (let visitor = 0; visitor < 50; visitor++)
    count(`forged-${visitor}`, 'gave-up', '1.1.0', '203.0.113.7');
  count('ann', 'shown');
  count('ben', 'shown');
  await writeDown();
  expect(await tally()).toMatchObject({ 'first-shown': 2, 'first-failed': 50 });
  expect(await tally()).toMatchObject({ 'network-shown': 2, 'network-failed': 1 });
  expect(await releases.stateOf('orders')).toMatchObject({ live: '1.1.0' });
});

test('reports wait while the database is away, and count once', async () => {
  const { count, addFailure, writeDown } = await replica();
  count('ann', 'shown');
  addFailure(failure({}));
  await execute(releases.context.database, 'alter table release_failures rename to away');
  await expect(writeDown()).rejects.toThrow();
  count('ben', 'shown');
  await execute(releases.context.database, 'alter table away rename to release_failures');
  await writeDown();
  await writeDown();
  expect(await tally()).toMatchObject({ shown: 2 });
  expect(await failures()).toMatchObject([{ count: 1 }]);
});

test('reports that arrive while others are written down wait for the next round', async () => {
  const { count, writeDown } = await replica();
  count('ann', 'shown');
  const written = writeDown();
  count('ben', 'shown');
  await written;
  expect(await tally()).toMatchObject({ shown: 1 });
  await writeDown();
  expect(await tally()).toMatchObject({ shown: 2 });
});

const FRAME = { name: 'orders', version: '1.1.0', file: 'remote.js', line: 1, column: 234 };
const NOON = Date.parse('2026-03-05T12:00:00Z');

const failure = (change: Partial<NewFailure>, minute = 0): NewFailure => ({
  name: 'orders',
  version: '1.1.0',
  cause: 'render',
  message: 'Error: broken',
  stack: [FRAME],
  browser: 'Chrome 131',
  last_at: new Date(NOON + minute * 60_000),
  ...change,
});

const failures = () => readFailures(releases.context.database, 'orders');

/** Writes down failures, one a minute. */
const fail = async (changes: readonly Partial<NewFailure>[], context = releases) => {
  const { addFailure, writeDown } = await replica(context);
  changes.forEach((change, minute) => addFailure(failure(change, minute)));
  await writeDown();
};

test('adds up failures that look alike, of all browsers and replicas, and keeps the others apart', async () => {
  await fail([{}, { browser: 'Firefox 132' }, { version: '1.0.0' }, {}]);
  const otherPlace = { stack: [{ ...FRAME, column: 235 }] };
  const { addFailure, writeDown } = await replica(releases.other);
  addFailure(failure({ message: 'Error: another' }, 5));
  addFailure(failure(otherPlace, 6));
  addFailure(failure({ stack: [FRAME, FRAME] }, 7));
  await writeDown();
  const alike = { version: '1.1.0', message: 'Error: broken' };
  expect(await failures()).toMatchObject([
    {
      ...alike,
      stack: [FRAME],
      browsers: { 'Chrome 131': 3, 'Firefox 132': 1 },
      count: 4,
      last: '2026-03-05T12:07:00.000Z',
    },
    { ...alike, ...otherPlace, count: 1 },
    { message: 'Error: another', count: 1 },
    { version: '1.0.0', count: 1 },
  ]);
});

test('a flood of failures costs no more than a hundred rows a round', async () => {
  await fail(Array.from({ length: 500 }, () => ({})));
  expect(await failures()).toMatchObject([{ count: 100 }]);
});

test('keeps the newest and the most frequent failures, and the most frequent browsers, if there are too many', async () => {
  const frequent = Array.from({ length: 3 }, () => ({ message: 'frequent' }));
  const madeUp = Array.from({ length: 40 }, (_, index) => ({ message: `made up ${index % 30}` }));
  await fail([...frequent, ...madeUp]);
  await fail([{ message: 'new' }]);
  const kept = (await failures()).map(({ message }) => message);
  expect(kept).toHaveLength(20);
  expect(kept).toContain('frequent');
  const browsers = Array.from({ length: 12 }, (_, index) => ({
    message: 'new',
    browser: `Chrome ${120 + index}`,
  }));
  await fail([...browsers, { message: 'new', browser: 'Chrome 120' }]);
  const seen = (await failures()).find(({ message }) => message === 'new')?.browsers ?? {};
  expect(Object.keys(seen)).toHaveLength(8);
  expect(seen['Chrome 120']).toBe(2);
});
