/** What an event means to the customer: it is planned, it waits for them, it is done, or it is only a note. */
export type EventKind = 'planned' | 'waiting' | 'done' | 'note';

/*
 * The patterns match English words, as in the specification. A status in another language counts as a note, unless the
 * time of its event is in the future.
 */

const WAITING =
  /\b(?:waiting|wait|pending|awaiting)\b.*\b(?:you|your|customer|approval|reply|answer)\b|\baction required\b/i;
const PLANNED = /\b(?:planned|scheduled|upcoming|booked)\b/i;
const DONE = /\b(?:done|completed?|closed|finished|resolved|delivered)\b/i;

/** Derives the kind of an event from the words of its status. */
export const kindOfStatus = (status = ''): EventKind => {
  if (WAITING.test(status)) return 'waiting';
  if (PLANNED.test(status)) return 'planned';
  return DONE.test(status) ? 'done' : 'note';
};
