import type { ServiceOrder, ServiceOrderEvent } from '@portal/api';
import { calendarDateOf, dayOf, isAhead, isoOf, timeOf } from '../values/dates';

/** A future date of an order, or of one of its events. */
export interface Upcoming {
  title: string | undefined;
  /** ISO 8601: a day, or a point in time. */
  at: string;
}

const NAMED_DATE =
  /(?<![\w/.=-])\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2})?(?:Z|[+-]\d{2}:\d{2}))?(?![\w/-])/g;
const TAGS_AND_ADDRESSES = /<[^>]*>|https?:\/\/\S+/gi;

const datesIn = ({ summary = '', body = '', created_at = '' }: ServiceOrderEvent): string[] => [
  created_at,
  ...(`${summary} ${body}`.replace(TAGS_AND_ADDRESSES, ' ').match(NAMED_DATE) ?? []),
];

/**
 * The future dates that an order or its events name in ISO 8601, each of them once. A day is left out if a time on that
 * day is there for the same thing, as the entries would overlap in a calendar.
 */
export const upcomingOf = ({ Date: date = '', Description, events }: ServiceOrder, now: Date): Upcoming[] => {
  const ahead = [
    { title: Description, at: date },
    ...(events ?? []).flatMap((event) => datesIn(event).map((at) => ({ title: event.summary, at }))),
  ].flatMap(({ title, at }) => (isAhead(at, now) ? [{ title, at: isoOf(at) ?? at }] : []));
  const timed = ahead.filter(({ at }) => calendarDateOf(at) === undefined);
  const taken = new Set(
    timed.flatMap(({ title, at }) => [title, Description].map((name) => `${dayOf(new Date(at))} ${name}`)),
  );
  const days = ahead.filter(({ title, at }) => {
    const day = calendarDateOf(at);
    return day !== undefined && !taken.has(`${day} ${title}`);
  });
  return [
    ...new Map(
      [...days, ...timed].map((item) => [
        `${calendarDateOf(item.at) ?? timeOf(item.at)} ${item.title}`,
        item,
      ]),
    ).values(),
  ];
};
