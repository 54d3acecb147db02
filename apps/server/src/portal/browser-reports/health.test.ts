import type { Tally } from '../releases/health-store';
import { reasonToRollBack, reasonToStop } from './health';

const PAIR = { live: '1.0.0', canary: '1.1.0' };

const tally = (shown: number, failed: number, opened = 0, trial: Partial<Tally> = {}): Tally => ({
  ...{ shown, failed, opened, causes: {} },
  ...{ 'first-shown': 0, 'first-failed': 0, 'network-shown': 0, 'network-failed': 0 },
  ...trial,
});

type Numbers = [shown: number, failed: number, opened?: number];

test.each<[string, Numbers, Numbers, string | undefined]>([
  ['fails more often than live', [0, 60], [60, 0], '60 of 60 pages failed; live 1.0.0: 0 of 60 pages failed'],
  ['fails a little more often than live', [50, 1], [60, 0], undefined],
  ['fails on most of ten pages', [0, 10], [0, 0], '10 of 10 pages failed; live 1.0.0: 0 of 0 pages failed'],
  ['fails on a few pages', [1, 9], [60, 0], undefined],
  ['fails as often as live', [0, 10], [0, 10], undefined],
  [
    'sends fewer reports than live',
    [10, 0, 50],
    [45, 0, 60],
    '10 reports from 50 pages; live 1.0.0: 45 reports from 60 pages',
  ],
  ['sends as few reports as live, because of bots', [100, 0, 500], [110, 0, 500], undefined],
  ['has pages that were closed early', [30, 0, 50], [400, 0, 500], undefined],
  [
    'is compared with a live version that customers reach from other screens',
    [30, 0, 50],
    [200, 0, 50],
    undefined,
  ],
])('a canary that %s is stopped only with a reason', (_, canary, live, why) => {
  const health = new Map([
    ['1.1.0', tally(...canary)],
    ['1.0.0', tally(...live)],
  ]);
  expect(reasonToStop(PAIR, health)).toBe(why && `canary 1.1.0: ${why}`);
});

test('a canary without reports continues', () => {
  expect(reasonToStop(PAIR, new Map([['1.0.0', tally(60, 0)]]))).toBeUndefined();
});

/** Browsers, then networks. */
type Trial = [shown: number, failed: number, networksShown: number, networksFailed: number];

test.each<[string, Trial, number, boolean]>([
  ['in enough browsers', [0, 10, 0, 10], 10, true],
  ['in most browsers', [9, 10, 9, 10], 10, true],
  ['in half of the browsers', [10, 10, 10, 10], 10, false],
  ['in fewer browsers than configured', [0, 9, 0, 9], 10, false],
  ['in one network only', [2, 50, 2, 1], 10, false],
  ['while rollbacks are off', [0, 99, 0, 99], 0, false],
])('a promoted version that failed %s', (_, [shown, failed, ...networks], floor, isRolledBack) => {
  const [networksShown, networksFailed] = networks;
  const first = { 'first-shown': shown, 'first-failed': failed };
  const trial = { ...first, 'network-shown': networksShown, 'network-failed': networksFailed };
  expect(reasonToRollBack('1.1.0', tally(0, 0, 0, trial), floor)).toBe(
    isRolledBack ? `1.1.0 failed on ${failed} of ${shown + failed} first pages` : undefined,
  );
});
