import type { ServiceOrder } from '@portal/api';
import type { I18n } from '@portal/texts';
import { FIELDS, type OrderField } from '../order/fields';
import { upcomingOf } from '../order/upcoming';
import type { DateStyle } from '../values/dates';
import type { Part } from '../values/text-value';
import { searchableDate } from '../values/typed-day';
import { createSearch, spellingsOf } from './search';

/** A search for some words. */
export interface OrderSearch {
  finds: (order: ServiceOrder) => boolean;
  /** Splits a text at the words of the search. */
  split: ((text: string) => Part[]) | undefined;
}

/** The searchable text of an order: its fields, details, question, and next visit, with dates as they may be typed. */
const textOf = (order: ServiceOrder, style: DateStyle, i18n: I18n): string => {
  const values = Object.values<OrderField>(FIELDS).flatMap(({ text, date }) => {
    const value = text(order, i18n) ?? '';
    return date ? searchableDate(value, style) : value;
  });
  const details = order.details?.map(({ value }) => value) ?? [];
  const { waiting, next } = upcomingOf(order, new Date(), style.timeZone);
  const ahead = [waiting?.summary, next?.location, ...searchableDate(next?.created_at ?? '', style)];
  return spellingsOf([...values, order.Status, ...details, ...ahead].join('\n'));
};

// Formatting dates is slow, and each key press searches again.
const texts = new WeakMap<DateStyle, WeakMap<ServiceOrder, string>>();

/** Searches orders for words, with dates and statuses as the customer reads them. */
export const searchOrders = (query: string, style: DateStyle, i18n: I18n): OrderSearch => {
  const known = texts.get(style) ?? new WeakMap<ServiceOrder, string>();
  texts.set(style, known);
  const { finds, split } = createSearch(query);
  return {
    split,
    finds: (order) =>
      finds(() => {
        const text = known.get(order) ?? textOf(order, style, i18n);
        known.set(order, text);
        return text;
      }),
  };
};
