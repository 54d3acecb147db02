import { timeOf, type ServiceOrder } from '@portal/api';
import type { I18n } from '@portal/texts';
import { upcomingOf } from '../order/upcoming';
import type { DateFormats } from '../values/dates';
import { isDone } from '../values/status';
import { COLUMNS } from './columns';
import { createSearch, spellingsOf } from './search';
import { DEFAULT_VIEW, type View } from './view';

type Orders = readonly ServiceOrder[];

/** Returns the searchable text of an order: the values of its row and its own date, with dates as they may be typed. */
export const searchableTexts = ({ searchable, timeZone }: DateFormats, i18n: I18n) => {
  // Formatting dates is slow, and each key press searches again.
  const texts = new WeakMap<ServiceOrder, string>();
  const create = (order: ServiceOrder): string => {
    const values = COLUMNS.flatMap(({ text, isMoment }) => {
      const value = text?.(order, i18n) ?? '';
      return isMoment ? searchable(value) : value;
    });
    const days = [order.Date, upcomingOf(order, new Date(), timeZone).next?.created_at];
    const dates = days.flatMap((day = '') => searchable(day));
    return spellingsOf([...values, order.Status, ...dates].join('\n'));
  };
  return (order: ServiceOrder): string => {
    const text = texts.get(order) ?? create(order);
    texts.set(order, text);
    return text;
  };
};

/** Sorts by a column. Orders without a value come last in both directions; otherwise, the sort is stable. */
const sorted = (newest: Orders, sort: string, i18n: I18n): Orders => {
  const { text, isMoment } = COLUMNS.find(({ id }) => id === sort.replace(/^-/, '')) ?? {};
  if (!text || sort === DEFAULT_VIEW.sort) return newest;
  const { compare } = new Intl.Collator(i18n.language, { numeric: true, sensitivity: 'base' });
  const direction = sort.startsWith('-') ? -1 : 1;
  return newest
    .map((order) => ({ order, key: isMoment ? timeOf(text(order, i18n)) : text(order, i18n) }))
    .sort(({ key: one }, { key: other }) => {
      if (one === undefined || other === undefined)
        return Number(one === undefined) - Number(other === undefined);
      return direction * (isMoment ? Number(one) - Number(other) : compare(String(one), String(other)));
    })
    .map(({ order }) => order);
};

const passes = ({ Status }: ServiceOrder, { show, status }: Pick<View, 'show' | 'status'>): boolean =>
  (show === '' || isDone(Status) === (show === 'done')) && (status === '' || Status === status);

/** The orders that a view shows. */
export interface Arrangement {
  shown: Orders;
  /** How many of the orders found these filters would show. */
  countOf: (filters: Pick<View, 'show' | 'status'>) => number;
  /** Splits a text at the words of the search. */
  split: ((text: string) => string[]) | undefined;
}

/** Searches, filters and sorts the orders of a list, which are given newest first. */
export const arrange = (
  newest: Orders,
  view: View,
  textOf: (order: ServiceOrder) => string,
  i18n: I18n,
): Arrangement => {
  const { finds, split } = createSearch(view.q);
  const found = sorted(newest, view.sort, i18n).filter((order) => finds(() => textOf(order)));
  return {
    shown: found.filter((order) => passes(order, view)),
    countOf: (filters) => found.filter((order) => passes(order, filters)).length,
    split,
  };
};
