import { kindOfStatus, type EventKind, type ServiceOrderEvent } from '@portal/api';
import { isAhead } from '../values/dates';

/** The kind of an event. A future one is planned, whatever its status says, unless it waits for the customer. */
export const kindOf = ({ status, created_at }: ServiceOrderEvent, now: Date): EventKind => {
  const kind = kindOfStatus(status);
  return kind !== 'waiting' && isAhead(created_at, now) ? 'planned' : kind;
};
