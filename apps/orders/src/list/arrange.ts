import { timeOf, type ServiceOrder } from '@portal/api';
import type { I18n } from '@portal/texts';
import { upcomingOf } from '../order/upcoming';
import type { DateStyle } from '../values/dates';
import { isDone } from '../values/status';
import type { Part } from '../values/text-value';
import type { OrderSearch } from './order-search';
import { DEFAULT_VIEW, readSort, type View } from './view';

type Orders = readonly ServiceOrder[];

/** Sorts by a value. Orders without one come last in both directions; otherwise, the sort is stable. */
const sortBy = <Value>(
  orders: Orders,
  valueOf: (order: ServiceOrder) => Value | undefined,
  compare: (one: Value, other: Value) => number,
): Orders => {
  const valued = orders.map((order) => ({ order, value: valueOf(order) }));
  const missing = valued.filter(({ value }) => value === undefined);
  const sorted = valued
    .flatMap(({ order, value }) => (value === undefined ? [] : { order, value }))
    .sort((one, other) => compare(one.value, other.value));
  return [...sorted, ...missing].map(({ order }) => order);
};

/** Sorts by a column, dates by their time, and texts by the alphabet of the page's language. */
const sortByColumn = (newest: Orders, sort: string, i18n: I18n): Orders => {
  const { column, isDescending } = readSort(sort);
  if (!column?.text || sort === DEFAULT_VIEW.sort) return newest;
  const { text, date } = column;
  const direction = isDescending ? -1 : 1;
  if (date)
    return sortBy(
      newest,
      (order) => timeOf(text(order, i18n)),
      (one, other) => direction * (one - other),
    );
  const { compare } = new Intl.Collator(i18n.language, { numeric: true, sensitivity: 'base' });
  return sortBy(
    newest,
    (order) => text(order, i18n),
    (one, other) => direction * compare(one, other),
  );
};

type Ahead = ReturnType<typeof upcomingOf>;
type AheadOf = (order: ServiceOrder) => Ahead;

/** Returns the question and the next visit of an order at `now`. */
export const aheadAt = (now: Date, { timeZone }: DateStyle): AheadOf => {
  // Each filter asks, for all orders.
  const known = new WeakMap<ServiceOrder, Ahead>();
  return (order) => {
    const ahead = known.get(order) ?? upcomingOf(order, now, timeZone);
    known.set(order, ahead);
    return ahead;
  };
};

/** The orders that a `show` chooses. */
const SHOWS: ReadonlyMap<string, (order: ServiceOrder, aheadOf: AheadOf) => boolean> = new Map([
  ['open', ({ Status }) => !isDone(Status)],
  ['done', ({ Status }) => isDone(Status)],
  ['waiting', (order, aheadOf) => aheadOf(order).waiting !== undefined],
  ['upcoming', (order, aheadOf) => aheadOf(order).next !== undefined],
]);

/** The orders that a view shows. */
export interface Arrangement {
  shown: Orders;
  /** How many of the orders found these filters would show. */
  countOf: (filters: Pick<View, 'show' | 'status'>) => number;
  /** Whether the customer has such orders, found or not. */
  has: (show: string) => boolean;
  /** Splits a text at the words of the search. */
  split: ((text: string) => Part[]) | undefined;
}

interface Reading {
  /** Finds the orders with the words of the view; undefined without any. */
  search: OrderSearch | undefined;
  aheadOf: AheadOf;
  /** The language to sort in. */
  i18n: I18n;
}

/** Searches, filters and sorts the orders of a list, which are given newest first. */
export const arrange = (newest: Orders, view: View, { search, aheadOf, i18n }: Reading): Arrangement => {
  const sorted = sortByColumn(newest, view.sort, i18n);
  const found = search ? sorted.filter(search.finds) : sorted;
  const shownBy = (orders: Orders, { show, status }: Pick<View, 'show' | 'status'>): Orders => {
    const chooses = SHOWS.get(show);
    const ofStatus = status === '' ? orders : orders.filter(({ Status }) => Status === status);
    return chooses ? ofStatus.filter((order) => chooses(order, aheadOf)) : ofStatus;
  };
  return {
    shown: shownBy(found, view),
    countOf: (filters) => shownBy(found, filters).length,
    has: (show) => shownBy(newest, { show, status: '' }).length > 0,
    split: search?.split,
  };
};
