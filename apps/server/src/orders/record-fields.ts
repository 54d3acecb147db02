import { unwrap } from '@portal/api/wire';
import * as v from 'valibot';

/** PostgreSQL stores neither NUL nor half of a surrogate pair, in text and jsonb alike. */
const storable = /^[^\0\p{Surrogate}]*$/u;

/** The kind of a JSON value, as error messages name it. */
const kindOf = (value: unknown): string => {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'a list' : typeof value === 'object' ? 'an object' : `a ${typeof value}`;
};

/** Text that the database can store. */
export const text = v.pipe(
  v.string(({ input }) => `must be text in quotes, not ${kindOf(input)}`),
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

/** A list; empty when absent. */
export const listField = <const Item extends v.GenericSchema>(item: Item) =>
  v.pipe(
    field,
    v.optional(
      v.array(item, ({ input }) => `must be a list in [ ], not ${kindOf(input)}`),
      () => [],
    ),
  );

/** The message for a record that is not an object. */
export const anObject = ({ input }: { input: unknown }) => `must be an object in { }, not ${kindOf(input)}`;

const iso8601 =
  /^(?<day>[1-9]\d{3}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01]))(?<time>T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d+)?)?)?(?<offset>Z|[+-](?:0\d|1[0-4]):?[0-5]\d)?$/;

/** `new Date('2026-02-30')` is March 2: a day exists if it survives the round trip. */
const dayExists = (day: string): boolean => new Date(day).toISOString().startsWith(day);

const withColon = (offset: string): string => offset.replace(/^([+-]\d\d)(\d\d)$/, '$1:$2');

/** Browsers read a time without an offset as local time; store UTC explicitly, so that all readers agree. */
const withOffset = (text: string): string | undefined => {
  const { day = '', time, offset } = iso8601.exec(text)?.groups ?? {};
  if (!day || !dayExists(day) || (offset && !time)) return undefined;
  return time ? `${day}${time}${withColon(offset ?? 'Z')}` : day;
};

/**
 * An ISO 8601 date or time; a time without an offset is UTC. ERPs send any number of fraction digits, and offsets with
 * and without a colon.
 */
export const timestamp = v.pipe(
  v.string(),
  v.rawTransform(({ dataset, addIssue, NEVER }) => {
    const read = withOffset(dataset.value);
    if (read !== undefined) return read;
    addIssue({ message: 'is not a date: write 2026-03-05 or 2026-03-05T10:00:00+01:00' });
    return NEVER;
  }),
);
