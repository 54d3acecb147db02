import type { ServiceOrderEvent } from '@portal/api';
import { timeOf } from '../values/dates';

/** What an event means to the customer: it will be, it waits for them, it is over, or it is something to know. */
export type EventKind = 'planned' | 'waiting' | 'done' | 'note';

/* English words, like the specification's: a status of another language is a note, unless its time is ahead. */

const WAITING =
  /\b(?:waiting|wait|pending|awaiting)\b.*\b(?:you|customer|approval|reply|answer)\b|\baction required\b/i;
const PLANNED = /\b(?:planned|scheduled|upcoming|booked)\b/i;
const DONE = /\b(?:done|completed?|closed|finished|resolved|delivered)\b/i;

/** By the time of an event and the words of its status. */
export const kindOf = ({ status = '', created_at }: ServiceOrderEvent, now: Date): EventKind => {
  if (isAhead(created_at, now) || PLANNED.test(status)) return 'planned';
  if (WAITING.test(status)) return 'waiting';
  return DONE.test(status) ? 'done' : 'note';
};

/** Whether a point in time is in the future. */
export const isAhead = (timestamp: string | undefined, now: Date): boolean =>
  (timeOf(timestamp) ?? Number.NEGATIVE_INFINITY) > now.getTime();
