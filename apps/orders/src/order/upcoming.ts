import { kindOfStatus, type ServiceOrder, type ServiceOrderEvent } from '@portal/api';
import { isAhead, isCurrent, newestFirst } from '../values/dates';
import { isCanceled, isDone } from '../values/status';

/** The events of an order that a customer asks about first. */
export interface Upcoming {
  /** The newest one that waits for the customer. */
  waiting: ServiceOrderEvent | undefined;
  /** The next one that is planned; without one, the future date of the order itself. */
  next: ServiceOrderEvent | undefined;
}

/** Whether an event is planned: it begins later, or goes on. On its day, one without a time needs a status that says so. */
export const isUpcoming = ({ created_at, ends_at, status }: ServiceOrderEvent, now: Date): boolean =>
  isAhead(created_at, now) ||
  isCurrent(ends_at, now) ||
  (kindOfStatus(status) === 'planned' && isCurrent(created_at, now));

/** Reads them from the events of the order, or of the list. Of a canceled order, nothing is left to come. */
export const upcomingOf = ({ Status, Date: date, events }: ServiceOrder, now: Date): Upcoming => {
  const newest = isCanceled(Status) ? [] : newestFirst(events ?? [], ({ created_at }) => created_at);
  const planned = newest.filter((event) => isUpcoming(event, now));
  const own = !isCanceled(Status) && isAhead(date, now) ? { created_at: date } : undefined;
  return {
    waiting: isDone(Status) ? undefined : newest.find(({ status }) => kindOfStatus(status) === 'waiting'),
    next: planned.at(-1) ?? own,
  };
};
