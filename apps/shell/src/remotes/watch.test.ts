import { PAGE_EVENTS, QUARANTINE_MARK } from '@portal/contract';
import { inVersion, orders } from '../testing/registry';
import type * as watching from './watch';

const BUSY = 'portal-busy:orders@1.0.0';
const QUARANTINED = `${QUARANTINE_MARK}orders@1.0.0`;
const RUNS = { remote: 'orders', version: '1.0.0' };

let page: typeof watching;
/** The beats that the page's worker received. */
let beats: unknown[];
const hear = (event: Event) => event instanceof CustomEvent && beats.push(event.detail);

const hide = (hidden: boolean) => {
  Object.defineProperty(document, 'hidden', { configurable: true, value: hidden });
  document.dispatchEvent(new Event('visibilitychange'));
};

beforeEach(async () => {
  jest.useFakeTimers();
  jest.resetModules();
  page = await import('./watch');
  beats = [];
  document.addEventListener(PAGE_EVENTS.beat, hear);
});
afterEach(() => {
  jest.useRealTimers();
  document.removeEventListener(PAGE_EVENTS.beat, hear);
  Reflect.deleteProperty(document, 'hidden');
  localStorage.clear();
});

/** The page freezes or goes, and the customer opens another after some time. */
const openNextPage = async (afterMs: number) => {
  jest.clearAllTimers();
  jest.setSystemTime(Date.now() + afterMs);
  jest.resetModules();
  page = await import('./watch');
};

const inspected = () => {
  const inspect = jest.fn();
  page.setInspector(inspect);
  return inspect;
};

it('while a version runs, the page beats each second, for its worker and the next page', () => {
  page.watch(orders);
  expect(beats.at(-1)).toEqual(RUNS);
  const first = Number(localStorage.getItem(BUSY));
  jest.advanceTimersByTime(60_000);
  expect(beats.filter(Boolean)).toHaveLength(61);
  expect(Number(localStorage.getItem(BUSY))).toBe(first + 60_000);
});

it('the next page quarantines a version that never came through, for a day', async () => {
  page.watch(orders);
  await openNextPage(6000);
  expect(page.quarantineCause(orders)).toBe('freeze');
  expect(page.quarantineCause(inVersion(orders, '0.9.0'))).toBeUndefined();
  await openNextPage(86_400_000);
  expect(page.quarantineCause(orders)).toBeUndefined();
});

it('a mark that still beats is of another tab, which starts at this moment', async () => {
  page.watch(orders);
  await openNextPage(4000);
  expect(page.quarantineCause(orders)).toBeUndefined();
});

it('a version that came through has no mark after its data had time to arrive, and is inspected until then', () => {
  const inspect = inspected();
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

it('in a page of another site, the mark goes at once', () => {
  page.watch(orders);
  page.unwatch(orders);
  expect(localStorage).toHaveLength(0);
  expect(jest.getTimerCount()).toBe(0);
});

it('a page that is hidden or left may be silent; when it is back, it beats again', () => {
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

it('the version whose code began last is watched', () => {
  const other = inVersion(orders, '0.9.0');
  page.watch(orders);
  page.watch(other);
  page.unwatch(orders);
  expect(Object.keys(localStorage)).toEqual(['portal-busy:orders@0.9.0']);
});

it('a build on a developer’s machine is not watched', () => {
  page.watch({ ...orders, extras: { ...orders.extras, local: true } });
  expect(localStorage).toHaveLength(0);
});

it('a quarantined version stays so when it runs once more, until the customer tries again', () => {
  inspected();
  page.quarantine(orders, 'globals');
  page.watch(orders);
  page.unwatch(orders);
  expect(localStorage.getItem(QUARANTINED)).not.toBeNull();
  expect(page.quarantineCause(orders)).toBe('globals');
  page.liftQuarantine('orders');
  expect(page.quarantineCause(orders)).toBeUndefined();
});

it('a version is quarantined for its cause, for a day', async () => {
  inspected();
  page.quarantine(orders, 'stuck');
  await openNextPage(86_000_000);
  expect(page.quarantineCause(orders)).toBe('stuck');
  await openNextPage(87_000_000);
  expect(page.quarantineCause(orders)).toBeUndefined();
});

it('in a page of another site, no version is quarantined', () => {
  page.quarantine(orders, 'render');
  expect(localStorage).toHaveLength(0);
});

it('works without storage', () => {
  jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('forbidden');
  });
  inspected();
  page.watch(orders);
  page.quarantine(orders, 'globals');
  expect(page.quarantineCause(orders)).toBeUndefined();
  jest.restoreAllMocks();
});
