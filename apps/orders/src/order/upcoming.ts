import {
  hasBegun,
  kindOf,
  nextVisit,
  type Asks,
  type ServiceOrder,
  type ServiceOrderEvent,
} from '@portal/api';
import { isDone } from '../values/status';

/**
 * The events of an order that a customer asks about first.
 * @returns `waiting`: the newest one that waits for the customer; `next`: the next visit
 */
export const upcomingOf = (order: ServiceOrder, now: Date, timeZone?: string) => {
  const { Status: status, Date: date, events } = order;
  const waiting = events.find((event) => kindOf(event) === 'waiting');
  const next: ServiceOrderEvent | undefined = nextVisit({ status, date, events }, now, timeZone);
  return { waiting: isDone(status) ? undefined : waiting, next };
};

/** Whether a question offers only visits that have begun: nobody can answer it any more. */
export const isTooLate = ({ choices }: Pick<Asks, 'choices'>, now: Date, timeZone?: string): boolean =>
  choices.length > 0 && choices.every(({ at }) => hasBegun(at, now, timeZone));
