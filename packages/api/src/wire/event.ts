/** What an event means to the customer: it is planned, it waits for them, it is done, or it is only a note. */
export type EventKind = 'planned' | 'waiting' | 'done' | 'note';

/*
 * The patterns match English words, as in the specification. For other words, the server sends the kind that the operator
 * gave to the status; without it, such an event counts as a note, unless its time is in the future.
 */

const WAITING =
  /\b(?:waiting|wait|pending|awaiting)\b.*\b(?:you|your|customer|approval|reply|answer)\b|\baction required\b/i;
const PLANNED = /\b(?:planned|scheduled|upcoming|booked)\b/i;
const DONE = /\b(?:done|completed?|closed|finished|resolved|delivered)\b/i;

const kindOfStatus = (status = ''): EventKind => {
  if (WAITING.test(status)) return 'waiting';
  if (PLANNED.test(status)) return 'planned';
  return DONE.test(status) ? 'done' : 'note';
};

/** What of an event says its kind. */
export interface Kinded {
  status?: string | undefined;
  /** As the operator calls the status. */
  kind?: string | undefined;
  asks?: { closed?: boolean | undefined; answered?: boolean | undefined } | undefined;
}

const KINDS: readonly string[] = ['planned', 'waiting', 'done', 'note'] satisfies EventKind[];
const isKind = (kind: string | undefined): kind is EventKind => KINDS.includes(kind ?? '');

/** The kind of an event: it waits while its question is open, and else is what its status says. */
export const kindOf = ({ status, kind, asks }: Kinded): EventKind => {
  const said = isKind(kind) ? kind : kindOfStatus(status);
  if (!asks) return said;
  if (!asks.closed && !asks.answered) return 'waiting';
  return said === 'waiting' ? 'note' : said;
};

/** The start of a tag or comment. An address in angle brackets, `<ann@example.com>`, is text. */
const MARKUP = /<(?:[!?]|\/?[a-z][a-z\d-]*[\s/>])/i;

/** Reads the body of an event, which ERPs write as HTML or as plain text. @returns `html`: in both cases */
export const readEventBody = (body: string): { isPlain: boolean; html: string } => {
  const isPlain = !MARKUP.test(body);
  return { isPlain, html: isPlain ? body.replaceAll('<', '&lt;') : body };
};
