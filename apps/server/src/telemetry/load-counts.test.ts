import type { LoadReport, ReleaseDocument } from '@portal/contract';
import type { Health } from '@portal/releases';
import { remoteRelease } from '../testing/releases';
import {
  addCounts,
  addHours,
  countsOf,
  countsOfPage,
  healthWith,
  hoursOf,
  isAbout,
  periodOf,
} from './load-counts';

const SINCE = '2026-03-05T12:00:00.000Z';
const NOW = new Date('2026-03-05T13:00:00.000Z');
const CANARY = { version: '1.1.0', percent: 10, since: SINCE };
const document = remoteRelease('orders', { canary: CANARY });
const PROMOTION = {
  at: '2026-03-05T12:30:00.000Z',
  who: 'ann',
  action: 'promote' as const,
  versions: ['1.1.0'],
};

const report = (event: LoadReport['event'], version = '1.1.0'): LoadReport => ({
  remote: 'orders',
  version,
  event,
  ...(event !== 'shown' && { cause: 'entry' as const }),
  durationMs: 120,
});

const [failed, shown] = [report('fell-back'), report('shown')];
const [liveFailed, liveShown] = [report('fell-back', '1.0.0'), report('shown', '1.0.0')];

const OCCASION = { isNewNetwork: true, now: NOW };
const JUDGMENT = { now: NOW, rollBackAfter: 10 };

/** What is counted, about the canary and live of a release. */
const total = (counts: readonly Health[], release = document) =>
  counts.reduce<Health | undefined>(addCounts, undefined) ?? {
    ...periodOf(release),
    versions: {},
    stopped: null,
  };

const sum = (reports: readonly LoadReport[], release = document) =>
  total(
    reports.map((one) => countsOf(one, release, OCCASION)),
    release,
  );

const health = (reports: readonly LoadReport[], release = document, current?: Health) =>
  healthWith(current, sum(reports, release), release, JUDGMENT);

const times = <Item>(count: number, one: Item): Item[] => Array<Item>(count).fill(one);

test('a report counts as shown or failed with its cause; a retry counts only its cause', () => {
  const events = ['shown', 'shown', 'retried', 'fell-back', 'gave-up', 'crashed'] as const;
  expect(health([...events.map((event) => report(event)), liveShown])).toEqual({
    ...periodOf(document),
    versions: {
      '1.1.0': { shown: 2, failed: 3, causes: { entry: 4 } },
      '1.0.0': { shown: 1, failed: 0, causes: {} },
    },
    stopped: null,
  });
});

test('keeps the outcomes of the last 48 hours', () => {
  const hourly = Array.from({ length: 60 }, (_, hour) =>
    hoursOf(shown, new Date(NOW.getTime() + hour * 3_600_000)),
  );
  const { '1.1.0': hours = {} } = [...hourly, ...hourly].reduce(addHours, {});
  expect(Object.entries(hours)).toHaveLength(48);
  expect(Object.entries(hours)[0]).toEqual(['2026-03-06T01:00Z', { shown: 2, failed: 0 }]);
});

test.each([
  ['another version is live', { live: '0.9.0' }],
  ['another version is the canary', { canary: { ...CANARY, version: '2.0.0' } }],
  ['the canary is restarted', { canary: { ...CANARY, since: '2026-03-06T12:00:00.000Z' } }],
  ['the canary has ended', { canary: null }],
])('starts over when %s', (_, change) => {
  const next = remoteRelease('orders', { canary: CANARY, ...change });
  const later = sum([report('shown', '1.0.0')], next);
  const before = {
    ...health(times(9, report('fell-back'))),
    stopped: { version: '1.1.0', at: SINCE, why: 'x' },
  };
  expect(healthWith(before, later, next, JUDGMENT)).toMatchObject({
    versions: { '1.0.0': { shown: 1 } },
    stopped: null,
  });
  expect(addCounts(sum([report('shown')]), later)).toEqual(later);
  expect(isAbout(later, next)).toBe(true);
  expect(isAbout(later, document)).toBe(false);
});

test.each<[string, LoadReport[], string | undefined]>([
  ['fails more often than live', [...times(60, failed), ...times(60, liveShown)], '60 of 60 pages failed'],
  ['does as well as live', [...times(50, shown), failed, ...times(60, liveShown)], undefined],
  ['fails on most of ten pages', times(10, failed), '10 of 10 pages failed'],
  ['fails as often as live', [...times(10, failed), ...times(10, liveFailed)], undefined],
])('a canary that %s is stopped only with a reason', (_, reports, why) => {
  const at = NOW.toISOString();
  expect(health(reports).stopped).toEqual(
    why === undefined ? null : { version: '1.1.0', at, why: expect.stringContaining(why) },
  );
});

describe('a canary without reports from its pages', () => {
  const why = 'canary 1.1.0: 10 reports from 50 pages; live 1.0.0: 45 reports from 60 pages';

  test.each<[string, [number, number], [number, number], object | null]>([
    ['with a reason if live has clearly more', [50, 10], [60, 45], { version: '1.1.0', why }],
    ['not if live has as few, because of bots', [500, 100], [500, 110], null],
    ['not if some of its pages were closed early', [50, 30], [500, 400], null],
    ['not if customers reach live from other screens', [50, 30], [50, 200], null],
  ])('is stopped: %s', (_, [opened, reported], [liveOpened, liveReported], stopped) => {
    const reports = [...times(reported, shown), ...times(liveReported, liveShown)];
    const pages = [
      ...times(opened, countsOfPage('1.1.0', document)),
      ...times(liveOpened, countsOfPage('1.0.0', document)),
    ];
    const health = healthWith(undefined, addCounts(total(pages), sum(reports)), document, JUDGMENT);
    expect(health.stopped).toEqual(stopped && { ...stopped, at: NOW.toISOString() });
  });
});

describe('a version that was just promoted', () => {
  const promoted = (change: Partial<ReleaseDocument> = {}) =>
    remoteRelease('orders', {
      live: '1.1.0',
      previous: '1.0.0',
      history: [PROMOTION],
      ...change,
    });

  const rolledBack = (reports: readonly LoadReport[], { release = promoted(), rollBackAfter = 10 } = {}) =>
    healthWith(undefined, sum(reports, release), release, { now: NOW, rollBackAfter }).trial?.rolledBack;

  const failing = times(10, report('fell-back'));

  test('is rolled back when most first pages failed in at least as many browsers as configured, if any', () => {
    expect(rolledBack(failing)).toEqual({
      to: '1.0.0',
      at: NOW.toISOString(),
      why: '1.1.0 failed on 10 of 10 first pages',
    });
    expect(rolledBack([...failing, ...times(9, shown)])).toBeDefined();
    expect(rolledBack([...failing, ...times(10, shown)])).toBeUndefined();
    expect(rolledBack(failing.slice(1))).toBeUndefined();
    expect(rolledBack(failing.slice(1), { rollBackAfter: 9 })).toBeDefined();
    expect(rolledBack(times(99, report('gave-up')), { rollBackAfter: 0 })).toBeUndefined();
  });

  test('is not rolled back for crashes of shown screens or failures of other versions', () => {
    expect(rolledBack(times(99, report('crashed')))).toBeUndefined();
    expect(rolledBack(times(99, liveFailed))).toBeUndefined();
  });

  test.each([
    ['an hour ago', { history: [{ ...PROMOTION, at: '2026-03-05T12:00:00.000Z' }] }],
    ['by a rollback', { history: [{ ...PROMOTION, action: 'rollback' as const }] }],
    ['as the first version', { previous: null }],
    ['after a version that is pruned', { previous: '0.1.0' }],
  ])('is not rolled back if it became live %s', (_, change) => {
    expect(rolledBack(failing, { release: promoted(change) })).toBeUndefined();
  });

  test('is rolled back once and keeps the original reason', () => {
    const release = promoted();
    const first = health(failing, release);
    const later = { now: new Date('2026-03-05T13:05:00.000Z'), rollBackAfter: 10 };
    const { trial } = healthWith(first, sum(failing, release), release, later);
    expect(trial?.rolledBack).toEqual(first.trial?.rolledBack);
    expect(healthWith(first, sum([], release), release, later).trial).toEqual(first.trial);
  });

  test('starts a new trial when it is promoted again', () => {
    const release = promoted();
    const history = [...release.history, { ...PROMOTION, at: '2026-03-05T12:50:00.000Z' }];
    const again = promoted({ history });
    const { trial } = health([report('shown')], again, health(failing, release));
    expect(trial).toMatchObject({ browsers: { shown: 1, failed: 0 } });
    expect(trial?.rolledBack).toBeUndefined();
  });
});
