import { kindOfStatus, nextVisit, type ServiceOrder, type ServiceOrderEvent } from '@portal/api';
import { newestFirst } from '../values/dates';
import { isDone } from '../values/status';

/**
 * The events of an order that a customer asks about first.
 * @returns `waiting`: the newest one that waits for the customer; `next`: the next visit
 */
export const upcomingOf = (
  { Status: status, Date: date, events = [] }: ServiceOrder,
  now: Date,
  timeZone: string | undefined,
) => {
  const newest = newestFirst(events ?? [], ({ created_at }) => created_at);
  const next: ServiceOrderEvent | undefined = nextVisit(
    { status, date, events: events ?? [] },
    now,
    timeZone,
  );
  return {
    waiting: isDone(status) ? undefined : newest.find((event) => kindOfStatus(event.status) === 'waiting'),
    next,
  };
};
