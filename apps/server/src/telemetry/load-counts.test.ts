import type { LoadReport } from '@portal/contract';
import type { Health } from '@portal/releases';
import { remoteRelease } from '../testing/releases';
import { addCounts, countsOf, healthWith, isAbout, type LoadCounts } from './load-counts';

const SINCE = '2026-03-05T12:00:00.000Z';
const NOW = new Date('2026-03-05T13:00:00.000Z');
const CANARY = { version: '1.1.0', percent: 10, since: SINCE };
const document = remoteRelease('orders', { canary: CANARY });

const report = (event: LoadReport['event'], version = '1.1.0'): LoadReport => ({
  remote: 'orders',
  version,
  event,
  ...(event !== 'shown' && { cause: 'entry' as const }),
  durationMs: 120,
});

const sum = (reports: readonly LoadReport[], about = document) =>
  reports.map((one) => countsOf(one, about)).reduce<LoadCounts | undefined>(addCounts, undefined);

const health = (reports: readonly LoadReport[], current?: Health): Health =>
  healthWith(
    current,
    sum(reports) ?? { period: countsOf(report('shown'), document).period, versions: {} },
    NOW,
  );

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

test('adds to stored counts', () => {
  const first = health([report('shown'), report('fell-back')]);
  expect(health([report('shown')], first).versions['1.1.0']).toEqual({
    shown: 2,
    failed: 1,
    causes: { entry: 1 },
  });
});

test.each([
  ['another version is live', { live: '0.9.0' }],
  ['another version is the canary', { canary: { ...CANARY, version: '2.0.0' } }],
  ['the canary is started again', { canary: { ...CANARY, since: '2026-03-06T12:00:00.000Z' } }],
  ['the canary is over', { canary: null }],
])('begins anew when %s', (_, change) => {
  const next = remoteRelease('orders', { canary: CANARY, ...change });
  const later = sum([report('shown', '1.0.0')], next);
  if (!later) throw new Error('There is a report.');
  const before = {
    ...health(times(9, report('fell-back'))),
    stopped: { version: '1.1.0', at: SINCE, why: 'x' },
  };
  expect(healthWith(before, later, NOW)).toMatchObject({
    versions: { '1.0.0': { shown: 1 } },
    stopped: null,
  });
  expect(addCounts(sum([report('shown')]), later)).toEqual(later);
  expect(isAbout(later, next)).toBe(true);
  expect(isAbout(later, document)).toBe(false);
});

test('stops a canary that fails more often than live', () => {
  const { stopped } = health([...times(60, report('fell-back')), ...times(60, report('shown', '1.0.0'))]);
  expect(stopped).toEqual({
    version: '1.1.0',
    at: NOW.toISOString(),
    why: expect.stringContaining('60 of 60 pages failed'),
  });
});

test('does not stop a canary that does as well as live, or has few reports', () => {
  const even = [...times(50, report('shown')), report('fell-back')];
  expect(health([...even, ...times(60, report('shown', '1.0.0'))]).stopped).toBeNull();
  expect(health(times(20, report('fell-back'))).stopped).toBeNull();
});

test('a canary that is stopped stays so, for the reason of then', () => {
  const stopped = { version: '1.1.0', at: SINCE, why: 'the first reason' };
  const current = { ...health([]), stopped };
  expect(health(times(60, report('shown')), current).stopped).toEqual(stopped);
});
