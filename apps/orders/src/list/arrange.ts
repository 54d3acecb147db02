import { timeOf, type ServiceOrder } from '@portal/api';
import type { I18n } from '@portal/texts';
import { FIELDS, type OrderField } from '../order/fields';
import { upcomingOf } from '../order/upcoming';
import { searchableDate, type DateStyle } from '../values/dates';
import { isDone } from '../values/status';
import type { Part } from '../values/text-value';
import { createSearch, spellingsOf } from './search';
import { DEFAULT_VIEW, readSort, type View } from './view';

type Orders = readonly ServiceOrder[];

/** Returns the searchable text of an order: its fields and its next visit, with dates as they may be typed. */
export const searchableTexts = (style: DateStyle, i18n: I18n) => {
  // Formatting dates is slow, and each key press searches again.
  const texts = new WeakMap<ServiceOrder, string>();
  const create = (order: ServiceOrder): string => {
    const values = Object.values<OrderField>(FIELDS).flatMap(({ text, date }) => {
      const value = text(order, i18n) ?? '';
      return date ? searchableDate(value, style) : value;
    });
    const visit = upcomingOf(order, new Date(), style.timeZone).next?.created_at ?? '';
    return spellingsOf([...values, order.Status, ...searchableDate(visit, style)].join('\n'));
  };
  return (order: ServiceOrder): string => {
    const text = texts.get(order) ?? create(order);
    texts.set(order, text);
    return text;
  };
};

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

const passes = ({ Status }: ServiceOrder, { show, status }: Pick<View, 'show' | 'status'>): boolean =>
  (show === '' || isDone(Status) === (show === 'done')) && (status === '' || Status === status);

/** The orders that a view shows. */
export interface Arrangement {
  shown: Orders;
  /** How many of the orders found these filters would show. */
  countOf: (filters: Pick<View, 'show' | 'status'>) => number;
  /** Splits a text at the words of the search. */
  split: ((text: string) => Part[]) | undefined;
}

/** Searches, filters and sorts the orders of a list, which are given newest first. */
export const arrange = (
  newest: Orders,
  view: View,
  textOf: (order: ServiceOrder) => string,
  i18n: I18n,
): Arrangement => {
  const { finds, split } = createSearch(view.q);
  const found = sortByColumn(newest, view.sort, i18n).filter((order) => finds(() => textOf(order)));
  return {
    shown: found.filter((order) => passes(order, view)),
    countOf: (filters) => found.filter((order) => passes(order, filters)).length,
    split,
  };
};
