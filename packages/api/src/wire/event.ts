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

/** The start of a tag or comment. An address in angle brackets, `<ann@example.com>`, is text. */
const MARKUP = /<(?:[!?]|\/?[a-z][a-z\d-]*[\s/>])/i;

/** Reads the body of an event, which ERPs write as HTML or as plain text. @returns `html`: in both cases */
export const readEventBody = (body: string): { isPlain: boolean; html: string } => {
  const isPlain = !MARKUP.test(body);
  return { isPlain, html: isPlain ? body.replaceAll('<', '&lt;') : body };
};
