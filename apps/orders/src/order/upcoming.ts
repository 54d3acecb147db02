import { normalizeTimestamp, type ServiceOrder } from '@portal/api';
import { dayOf, isAhead } from '../values/dates';

/** A future date of an order, or of one of its events. */
export interface Upcoming {
  title: string | undefined;
  /** ISO 8601: a day, or a point in time. */
  at: string;
}

/** The future dates of an order and its events. The order's own is left out on a day that an event has, too. */
export const upcomingOf = ({ Date: date, Description, events }: ServiceOrder, now: Date): Upcoming[] => {
  const ahead = (title: string | undefined, timestamp: string | undefined): Upcoming[] =>
    isAhead(timestamp, now) ? [{ title, at: normalizeTimestamp(timestamp) ?? '' }] : [];
  const ofEvents = (events ?? []).flatMap(({ summary, created_at }) => ahead(summary, created_at));
  const days = new Set(ofEvents.map(({ at }) => dayOf(at)));
  return [...ahead(Description, date).filter(({ at }) => !days.has(dayOf(at))), ...ofEvents];
};
