import type { LoadReport, ReleaseDocument } from '@portal/contract';
import type { Health } from '@portal/releases';
import { remoteRelease } from '../testing/releases';
import { addCounts, countsOf, countsOfPage, healthWith, isAbout, periodOf } from './load-counts';

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

const times = (count: number, one: LoadReport) => Array.from({ length: count }, () => one);

test('a report counts as shown or failed with its cause; a retry counts only its cause', () => {
  expect(
    health([
      report('shown'),
      report('shown'),
      report('retried'),
      report('fell-back'),
      report('gave-up'),
      report('crashed'),
      report('shown', '1.0.0'),
    ]),
  ).toEqual({
    live: '1.0.0',
    canary: '1.1.0',
    canarySince: SINCE,
    versions: {
      '1.1.0': { shown: 2, failed: 3, causes: { entry: 4 } },
      '1.0.0': { shown: 1, failed: 0, causes: {} },
    },
    stopped: null,
  });
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

const [failed, shown] = [report('fell-back'), report('shown')];
const [liveFailed, liveShown] = [report('fell-back', '1.0.0'), report('shown', '1.0.0')];

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
  const outcome = (
    canary: { opened: number; shown: number },
    live: { opened: number; shown: number },
  ): Health['stopped'] => {
    const pages = [
      ...Array.from({ length: canary.opened }, () => countsOfPage('1.1.0', document)),
      ...Array.from({ length: live.opened }, () => countsOfPage('1.0.0', document)),
      ...times(canary.shown, report('shown')).map((one) => countsOf(one, document, OCCASION)),
      ...times(live.shown, report('shown', '1.0.0')).map((one) => countsOf(one, document, OCCASION)),
    ];
    return healthWith(undefined, total(pages), document, JUDGMENT).stopped;
  };

  test('is stopped if live has clearly more', () => {
    expect(outcome({ opened: 50, shown: 10 }, { opened: 60, shown: 45 })).toEqual({
      version: '1.1.0',
      at: NOW.toISOString(),
      why: 'canary 1.1.0: 10 reports from 50 pages; live 1.0.0: 45 reports from 60 pages',
    });
  });

  test.each([
    ['live has as few, because of bots', { opened: 500, shown: 100 }, { opened: 500, shown: 110 }],
    ['some of its pages were closed early', { opened: 50, shown: 30 }, { opened: 500, shown: 400 }],
    ['customers reach live from other screens', { opened: 50, shown: 30 }, { opened: 50, shown: 200 }],
  ])('is not stopped if %s', (_, canary, live) => {
    expect(outcome(canary, live)).toBeNull();
  });
});

describe('a version that was just promoted', () => {
  const promoted = (change: Partial<ReleaseDocument> = {}) =>
    remoteRelease('orders', {
      live: '1.1.0',
      previous: '1.0.0',
      history: [{ at: '2026-03-05T12:30:00.000Z', who: 'ann', action: 'promote', versions: ['1.1.0'] }],
      ...change,
    });

  const rolledBack = (reports: readonly LoadReport[], { release = promoted(), rollBackAfter = 10 } = {}) => {
    const counts = sum(reports, release);
    if (!counts) throw new Error('There is a report.');
    return healthWith(undefined, counts, release, { now: NOW, rollBackAfter }).trial?.rolledBack;
  };

  const failing = times(10, report('fell-back'));

  test('is rolled back when most first pages failed in at least as many browsers as configured, if any', () => {
    expect(rolledBack(failing)).toEqual({
      to: '1.0.0',
      at: NOW.toISOString(),
      why: '1.1.0 failed on 10 of 10 first pages',
    });
    expect(rolledBack([...failing, ...times(9, report('shown'))])).toBeDefined();
    expect(rolledBack([...failing, ...times(10, report('shown'))])).toBeUndefined();
    expect(rolledBack(failing.slice(1))).toBeUndefined();
    expect(rolledBack(failing.slice(1), { rollBackAfter: 9 })).toBeDefined();
    expect(rolledBack(times(99, report('gave-up')), { rollBackAfter: 0 })).toBeUndefined();
  });

  test('is not rolled back for crashes of shown screens or failures of other versions', () => {
    expect(rolledBack(times(99, report('crashed')))).toBeUndefined();
    expect(rolledBack(times(99, report('fell-back', '1.0.0')))).toBeUndefined();
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
    expect(healthWith(first, sum(failing, release), release, later).trial?.rolledBack).toEqual(
      first.trial?.rolledBack,
    );
    expect(healthWith(first, sum([], release), release, later).trial).toEqual(first.trial);
  });

  test('starts a new trial when it is promoted again', () => {
    const release = promoted();
    const again = promoted({
      history: [...release.history, { ...PROMOTION, at: '2026-03-05T12:50:00.000Z' }],
    });
    const { trial } = health([report('shown')], again, health(failing, release));
    expect(trial).toMatchObject({ browsers: { shown: 1, failed: 0 } });
    expect(trial?.rolledBack).toBeUndefined();
  });
});
