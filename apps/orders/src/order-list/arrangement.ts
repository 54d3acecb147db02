import type { ServiceOrder } from '@portal/api';
import type { I18n } from '@portal/texts';
import { timeOf, type DateFormats } from '../values/dates';
import { isDone, statusIn } from '../values/status';
import { COLUMNS, type Column } from './columns';
import { isDefaultSort, readView, statusFilter, type Group, type Sort, type View } from './view';

type Orders = readonly ServiceOrder[];

const groupOf = ({ Status }: ServiceOrder): Group => (isDone(Status) ? 'done' : 'open');

const wordsOf = (search: string): string[] =>
  search
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => word.replace(/[$()*+./?[\\\]^{|}-]/g, '\\$&'));

/** The searchable text of each order. Cached, because formatting dates is slow. */
const textsByFormats = new WeakMap<DateFormats, WeakMap<ServiceOrder, string>>();

/** A value as it is shown, and a date in words, too. */
const searchable = ({ text, isMoment }: Column, order: ServiceOrder, { moment, longDate }: DateFormats) => {
  const value = text?.(order) ?? '';
  return (isMoment && moment(value)?.concat('\n', longDate(value) ?? '')) || value;
};

const textOf = (order: ServiceOrder, formats: DateFormats, i18n: I18n): string => {
  const texts = textsByFormats.get(formats) ?? new WeakMap<ServiceOrder, string>();
  textsByFormats.set(formats, texts);
  const known = texts.get(order);
  if (known !== undefined) return known;
  const status = order.Status === undefined ? '' : statusIn(order.Status, i18n);
  const text = [...COLUMNS.map((column) => searchable(column, order, formats)), status].join('\n');
  texts.set(order, text);
  return text;
};

/** The orders whose texts and dates contain every word of a search. */
const found = (orders: Orders, search: string, formats: DateFormats, i18n: I18n): Orders => {
  const words = wordsOf(search).map((word) => new RegExp(word, 'iu'));
  if (words.length === 0) return orders;
  return orders.filter((order) => {
    const text = textOf(order, formats, i18n);
    return words.every((word) => word.test(text));
  });
};

/** Sorts by a column. Orders without a value come last in both directions; otherwise, the sort is stable. */
const sorted = (orders: Orders, { by, isDescending }: Sort, locale: string | undefined): Orders => {
  const { text = () => undefined, isMoment } = COLUMNS.find(({ id }) => id === by) ?? {};
  const { compare } = new Intl.Collator(locale, { numeric: true, sensitivity: 'base' });
  const direction = isDescending ? -1 : 1;
  return orders
    .map((order) => ({ order, key: isMoment ? timeOf(text(order)) : text(order) }))
    .sort(({ key: one }, { key: other }) => {
      if (one === undefined || other === undefined)
        return Number(one === undefined) - Number(other === undefined);
      return direction * (isMoment ? Number(one) - Number(other) : compare(String(one), String(other)));
    })
    .map(({ order }) => order);
};

const isShown = (order: ServiceOrder, filter: View['filter']): boolean =>
  filter === 'open' || filter === 'done'
    ? groupOf(order) === filter
    : order.Status !== undefined && statusFilter(order.Status) === filter;

/** How many orders each filter would show; `''` is all. */
const countsOf = (orders: Orders): ReadonlyMap<string, number> => {
  const counts = new Map([['', orders.length]]);
  const count = (filter: string) => counts.set(filter, (counts.get(filter) ?? 0) + 1);
  for (const order of orders) {
    count(groupOf(order));
    if (order.Status !== undefined) count(statusFilter(order.Status));
  }
  return counts;
};

/** The orders that a view shows. */
export interface Arrangement {
  shown: Orders;
  counts: ReadonlyMap<string, number>;
  /** Matches the words of the search. Its one capturing group spans the whole match. */
  marks: RegExp | undefined;
}

/**
 * Searches, filters and sorts the orders of a list.
 * @param newest all orders, newest first
 * @param address the query string of the list's address
 */
export const arrange = (
  newest: Orders,
  address: string,
  { formats, locale, i18n }: { formats: DateFormats; locale: string | undefined; i18n: I18n },
): Arrangement => {
  const { search, filter, sort } = readView(new URLSearchParams(address));
  const hits = found(isDefaultSort(sort) ? newest : sorted(newest, sort, locale), search, formats, i18n);
  const shown = filter === '' ? hits : hits.filter((order) => isShown(order, filter));
  const words = wordsOf(search);
  return {
    shown,
    counts: countsOf(hits),
    marks: words.length > 0 ? new RegExp(`(${words.join('|')})`, 'giu') : undefined,
  };
};
