import type { ServiceOrder, ServiceOrderEvent } from '@portal/api';
import { timeOf } from '../values/dates';

/** A future date of an order, or of one of its events. */
export interface Upcoming {
  title: string | undefined;
  /** ISO 8601: a day, or a point in time. */
  at: string;
}

const NAMED_DATE = /\b\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2})?(?:Z|[+-]\d{2}:\d{2}))?\b/g;

const datesIn = ({ summary = '', body = '', created_at }: ServiceOrderEvent): string[] => [
  ...(created_at === undefined ? [] : [created_at]),
  ...(`${summary} ${body}`.match(NAMED_DATE) ?? []),
];

/** The future dates that an order or its events name in ISO 8601, without duplicates. */
export const upcomingOf = ({ Date: date, Description, events }: ServiceOrder, now: Date): Upcoming[] => {
  const named = [
    ...(date === undefined ? [] : [{ title: Description, at: date }]),
    ...(events ?? []).flatMap((event) => datesIn(event).map((at) => ({ title: event.summary, at }))),
  ];
  const ahead = named.filter(({ at }) => (timeOf(at) ?? 0) > now.getTime());
  return [...new Map(ahead.map((item) => [`${item.title} ${item.at}`, item])).values()];
};
