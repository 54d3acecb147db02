import { kindOfStatus, type ServiceOrder, type ServiceOrderEvent } from '@portal/api';
import { isAhead, isCurrent, newestFirst } from '../values/dates';
import { isCanceled, isDone } from '../values/status';

/** Whether an event is planned: it begins later, or goes on. On its day, one without a time needs a status that says so. */
export const isUpcoming = ({ created_at, ends_at, status }: ServiceOrderEvent, now: Date): boolean =>
  isAhead(created_at, now) ||
  isCurrent(ends_at, now) ||
  (kindOfStatus(status) === 'planned' && isCurrent(created_at, now));

/**
 * The events of an order that a customer asks about first. Of a canceled order, nothing is left to come.
 * @returns `waiting`: the newest one that waits for the customer; `next`: the next one that is planned, without one the
 * future date of the order itself
 */
export const upcomingOf = ({ Status, Date: date, events }: ServiceOrder, now: Date) => {
  const newest = isCanceled(Status) ? [] : newestFirst(events ?? [], ({ created_at }) => created_at);
  const planned = newest.filter((event) => isUpcoming(event, now));
  const own: ServiceOrderEvent | undefined =
    !isCanceled(Status) && isAhead(date, now) ? { created_at: date } : undefined;
  return {
    waiting: isDone(Status) ? undefined : newest.find(({ status }) => kindOfStatus(status) === 'waiting'),
    next: planned.at(-1) ?? own,
  };
};
