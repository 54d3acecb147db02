import {
  ANSWER_LIMITS,
  kindOf,
  newestFirst,
  normalizeTimestamp,
  orderNbrSchema,
  startOf,
  unwrap,
  withoutInvisible,
} from '@portal/api/wire';
import * as v from 'valibot';

/** PostgreSQL stores neither NUL nor half of a surrogate pair, in text and jsonb alike. */
const storable = /^[^\0\p{Surrogate}]*$/u;

/** The type of a JSON value, as error messages name it. */
const typeOf = (value: unknown): string => {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
};

/** Text that the database can store. */
export const text = v.pipe(
  v.string(({ input }) => `must be text in quotes, not ${typeOf(input)}`),
  v.regex(storable, 'contains characters that no database can store (NUL or half an emoji)'),
);

const isEmptyOrWrapping = (value: object): boolean => Object.keys(value).length === 0 || 'value' in value;

/** Unlike the browser, an import rejects what it cannot read: `{ "Value": 1 }` is a mistake, not a missing field. */
const unwrapStrictly = (raw: unknown): unknown =>
  typeof raw === 'object' && raw !== null && (Array.isArray(raw) || !isEmptyOrWrapping(raw))
    ? raw
    : unwrap(raw);

/** ERPs pad keys with spaces, and send `{}` or '' for empty fields. */
const readField = (raw: unknown): unknown => {
  const value = unwrapStrictly(raw);
  return typeof value === 'string' ? value.trim() || undefined : value;
};

/** A field that may be wrapped, plain, `{}`, empty, null or absent (specification section 3); not yet checked. */
export const field = v.pipe(v.optional(v.unknown(), null), v.transform(readField));

/** A text field; undefined when empty. */
export const textField = v.pipe(field, v.optional(text));

export const flagField = v.pipe(field, v.optional(v.boolean('must be true or false')));

/** A field that names something; undefined when empty. */
export const keyField = v.pipe(
  field,
  v.transform((value) => (typeof value === 'string' ? withoutInvisible(value) || undefined : value)),
);

/** A list; empty when absent. A list that is too long is refused before its items are read. */
export const listField = <const Item extends v.GenericSchema>(
  item: Item,
  longest = Number.MAX_SAFE_INTEGER,
) =>
  v.pipe(
    field,
    v.optional(
      v.pipe(
        v.array(v.unknown(), ({ input }) => `must be a list in [ ], not ${typeOf(input)}`),
        v.maxLength(
          longest,
          ({ input }) => `has ${input.length} entries: the portal takes ${longest} at most`,
        ),
        v.array(item),
      ),
      () => [],
    ),
  );

/** The message for a record that is not an object. */
export const anObject = ({ input }: { input: unknown }) => `must be an object in { }, not ${typeOf(input)}`;

const FIRST_YEAR = 1900;
const LAST_YEAR = 2100;
const yearOf = (moment: string) => Number(moment.slice(0, 4));

/** A date or time that `normalizeTimestamp` can read, in a year that is no slip of the keyboard. */
export const timestamp = v.pipe(
  v.unknown(),
  v.transform(normalizeTimestamp),
  v.string('is not a date: write 2026-03-05 or 2026-03-05T10:00:00+01:00'),
  v.check(
    (moment) => yearOf(moment) >= FIRST_YEAR && yearOf(moment) <= LAST_YEAR,
    ({ input }) =>
      `is in the year ${yearOf(input)}: the portal takes dates from ${FIRST_YEAR} to ${LAST_YEAR}`,
  ),
);

const timestampField = v.pipe(field, v.optional(timestamp));

const DAY_MS = 86_400_000;

/** A moment that has not come would make every later delivery of the order outdated. */
const modifiedField = v.pipe(
  timestampField,
  v.check(
    (moment) => moment === undefined || Date.parse(moment) <= Date.now() + DAY_MS,
    'is more than a day ahead: it must say when the order was last modified',
  ),
);

/** Far more than an order has. Bounds the work that one order can cause. */
export const MAX_EVENTS = 2000;

const { idLength } = ANSWER_LIMITS;

/** What names a question or a choice: the answer comes back with it. */
const idField = v.pipe(
  keyField,
  v.check((value) => value !== undefined, 'is missing: the answer comes back with it'),
  text,
  v.maxLength(idLength, `is longer than ${idLength} characters`),
);

/** What an event asks of the customer. */
const asksRecord = v.object(
  {
    id: idField,
    choices: listField(
      v.object(
        {
          id: idField,
          label: v.pipe(textField, v.string('is missing: customers choose by it')),
          /** An offered visit. */
          at: timestampField,
          until: timestampField,
        },
        anObject,
      ),
      20,
    ),
    text: flagField,
    files: flagField,
    due: timestampField,
    closed: flagField,
  },
  anObject,
);

export const eventRecord = v.object(
  {
    summary: textField,
    body: textField,
    created_by: textField,
    created_at: timestampField,
    createdDateTime: timestampField,
    ends_at: timestampField,
    location: textField,
    status: textField,
    asks: v.pipe(field, v.optional(asksRecord)),
    Internal: flagField,
  },
  anObject,
);

/** Drops the events that the ERP marks as internal: customers must not see them. */
const forCustomers = v.transform((events: v.InferOutput<typeof eventRecord>[]) =>
  events.filter(({ Internal }) => Internal !== true).map(({ Internal: _, ...event }) => event),
);

/** A service order (specification section 3). Unknown fields are dropped: nothing internal reaches a customer. */
export const orderRecord = v.object(
  {
    ServiceOrderNbr: v.pipe(
      keyField,
      v.check((value) => value !== undefined, 'is missing: every order needs its number'),
      text,
      orderNbrSchema,
    ),
    Description: textField,
    Status: textField,
    Date: timestampField,
    LastModifiedDateTime: modifiedField,
    events: v.pipe(listField(eventRecord, MAX_EVENTS), forCustomers),
    /** Rows that Order Summary shows beside those of the specification. */
    details: listField(v.object({ label: textField, value: textField }, anObject), 20),
  },
  anObject,
);

export type OrderRecord = v.InferOutput<typeof orderRecord>;

/**
 * The events of an order that its list may ever have: the newest that waits for the customer without a question, all open
 * questions, and all that are not over.
 */
const eventsAhead = (events: OrderRecord['events'], now: Date) => {
  const dated = events.map(({ body: _, ...event }) => {
    const start = Date.parse(event.created_at ?? event.createdDateTime ?? '') || 0;
    return { event, start, end: Math.max(start, Date.parse(event.ends_at ?? '') || 0) };
  });
  const waiting = dated.filter(({ event }) => kindOf(event) === 'waiting').sort((a, b) => b.start - a.start);
  const withoutQuestion = waiting.filter(({ event }) => !event.asks).slice(0, 1);
  const questions = waiting.filter(({ event }) => event.asks);
  const ahead = dated
    // Somewhere, a calendar date of yesterday lasts until today.
    .filter(({ start, end }) => start > 0 && end > now.getTime() - 2 * DAY_MS)
    .sort((a, b) => a.start - b.start);
  return [...new Set([...withoutQuestion, ...questions, ...ahead])].map(({ event }) => event);
};

/** Closes the questions that a newer event with the same id asks in other words, or ends: a log only grows. */
const closeOutdated = (events: OrderRecord['events']): OrderRecord['events'] => {
  const oldestFirst = newestFirst(events, startOf).reverse();
  const latest = new Map(oldestFirst.map((event) => [event.asks?.id, event]));
  return events.map((event) =>
    event.asks && latest.get(event.asks.id) !== event
      ? { ...event, asks: { ...event.asks, closed: true } }
      : event,
  );
};

/** Wraps a field as specification section 3 does; an empty one is `{}`, as ERPs send it. */
const wrap = (value: string | undefined) => (value === undefined ? {} : { value });

/** By a status of events in lower case, what it means: `waiting`, `planned`, or `done`. */
export type StatusKinds = ReadonlyMap<string, string>;

/** The row of an order at `now`; `document` and `events` are what the calls respond, and the first of `ahead`. */
export const storedOrder = (
  customerId: string,
  { events: given, details, ...fields }: OrderRecord,
  now: Date,
  { deleted = false, kinds }: { deleted?: boolean | undefined; kinds?: StatusKinds | undefined } = {},
) => {
  const events = closeOutdated(given).map((event) => {
    const kind = kinds?.get(event.status?.toLowerCase() ?? '');
    return kind ? { ...event, kind } : event;
  });
  return {
    order_nbr: fields.ServiceOrderNbr,
    customer_id: customerId,
    document: {
      ...Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, wrap(value)])),
      ...(details.length > 0 && { details: { value: details } }),
    },
    ahead: eventsAhead(events, now),
    events,
    last_modified: fields.LastModifiedDateTime ? new Date(fields.LastModifiedDateTime) : null,
    deleted,
  };
};

export type StoredOrder = ReturnType<typeof storedOrder>;
