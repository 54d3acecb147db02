import { PAGE_EVENTS, QUARANTINE_MARK } from '@portal/contract';
import { inVersion, orders } from '../testing/registry';
import type * as watching from './watch';

const BUSY = 'portal-busy:orders@1.0.0';
const QUARANTINED = `${QUARANTINE_MARK}orders@1.0.0`;
const RUNS = { remote: 'orders', version: '1.0.0' };

let page: typeof watching;
/** The beats that the page's worker received. */
let beats: unknown[];
const recordBeat = (event: Event) => event instanceof CustomEvent && beats.push(event.detail);

const hide = (hidden: boolean) => {
  Object.defineProperty(document, 'hidden', { configurable: true, value: hidden });
  document.dispatchEvent(new Event('visibilitychange'));
};

beforeEach(async () => {
  jest.useFakeTimers();
  jest.resetModules();
  page = await import('./watch');
  beats = [];
  document.addEventListener(PAGE_EVENTS.beat, recordBeat);
});
afterEach(() => {
  jest.useRealTimers();
  document.removeEventListener(PAGE_EVENTS.beat, recordBeat);
  Reflect.deleteProperty(document, 'hidden');
  localStorage.clear();
});

/** Simulates a page that freezes or is closed, and a new page after some time. */
const openNextPage = async (afterMs: number) => {
  jest.clearAllTimers();
  jest.setSystemTime(Date.now() + afterMs);
  jest.resetModules();
  page = await import('./watch');
};

const setMockInspector = () => {
  const inspect = jest.fn();
  page.setInspector(inspect);
  return inspect;
};

it('beats every second while a version runs, for the worker and the next page', () => {
  page.watch(orders);
  expect(beats.at(-1)).toEqual(RUNS);
  const first = Number(localStorage.getItem(BUSY));
  jest.advanceTimersByTime(60_000);
  expect(beats.filter(Boolean)).toHaveLength(61);
  expect(Number(localStorage.getItem(BUSY))).toBe(first + 60_000);
});

it('quarantines a version that froze the previous page, for a day', async () => {
  page.watch(orders);
  await openNextPage(6000);
  expect(page.quarantineCause(orders)).toBe('freeze');
  expect(page.quarantineCause(inVersion(orders, '0.9.0'))).toBeUndefined();
  await openNextPage(86_400_000);
  expect(page.quarantineCause(orders)).toBeUndefined();
});

it('ignores a recent mark, which may belong to another tab that is starting', async () => {
  page.watch(orders);
  await openNextPage(4000);
  expect(page.quarantineCause(orders)).toBeUndefined();
});

it('removes the mark once the data of a started version had time to arrive, and inspects the version until then', () => {
  const inspect = setMockInspector();
  page.watch(orders);
  jest.advanceTimersByTime(3000);
  expect(inspect).not.toHaveBeenCalled();
  page.unwatch(orders);
  jest.advanceTimersByTime(4000);
  expect(localStorage.getItem(BUSY)).not.toBeNull();
  jest.advanceTimersByTime(2000);
  expect(localStorage.getItem(BUSY)).toBeNull();
  expect(beats.at(-1)).toBeNull();
  expect(inspect.mock.calls.length).toBeGreaterThan(3);
  expect(inspect).toHaveBeenCalledWith(orders);
  expect(jest.getTimerCount()).toBe(0);
});

it('removes the mark at once on an embedder’s page', () => {
  page.watch(orders);
  page.unwatch(orders);
  expect(localStorage).toHaveLength(0);
  expect(jest.getTimerCount()).toBe(0);
});

it('stops beating on a hidden page, and resumes when the page is visible again', () => {
  page.watch(orders);
  hide(true);
  expect(localStorage.getItem(BUSY)).toBeNull();
  expect(beats.at(-1)).toBeNull();
  jest.advanceTimersByTime(10_000);
  expect(localStorage.getItem(BUSY)).toBeNull();
  hide(false);
  expect(localStorage.getItem(BUSY)).not.toBeNull();
  expect(beats.at(-1)).toEqual(RUNS);
});

it('watches the version that started last', () => {
  const other = inVersion(orders, '0.9.0');
  page.watch(orders);
  page.watch(other);
  page.unwatch(orders);
  expect(Object.keys(localStorage)).toEqual(['portal-busy:orders@0.9.0']);
});

it('does not watch a build on a developer’s machine', () => {
  page.watch({ ...orders, extras: { ...orders.extras, local: true } });
  expect(localStorage).toHaveLength(0);
});

it('keeps a version quarantined when it runs again, until the customer tries again', () => {
  setMockInspector();
  page.quarantine(orders, 'globals');
  page.watch(orders);
  page.unwatch(orders);
  expect(localStorage.getItem(QUARANTINED)).not.toBeNull();
  expect(page.quarantineCause(orders)).toBe('globals');
  page.liftQuarantine('orders');
  expect(page.quarantineCause(orders)).toBeUndefined();
});

it('quarantines a version with its cause for a day', async () => {
  setMockInspector();
  page.quarantine(orders, 'stuck');
  await openNextPage(86_000_000);
  expect(page.quarantineCause(orders)).toBe('stuck');
  await openNextPage(87_000_000);
  expect(page.quarantineCause(orders)).toBeUndefined();
});

it('quarantines no version on an embedder’s page', () => {
  page.quarantine(orders, 'render');
  expect(localStorage).toHaveLength(0);
});

it('works without storage', () => {
  jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('forbidden');
  });
  setMockInspector();
  page.watch(orders);
  page.quarantine(orders, 'globals');
  expect(page.quarantineCause(orders)).toBeUndefined();
  jest.restoreAllMocks();
});
