import { unwrap } from '@portal/api/wire';
import * as v from 'valibot';

/** PostgreSQL stores neither NUL nor half of a surrogate pair, in text and jsonb alike. */
const storable = /^[^\0\p{Surrogate}]*$/u;

/** What kind of JSON value something is, in the words of whoever made the file. */
const kindOf = (value: unknown): string => {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'a list' : typeof value === 'object' ? 'an object' : `a ${typeof value}`;
};

/** A text, in the words of a report when it is none. */
export const text = v.pipe(
  v.string(({ input }) => `must be text in quotes, not ${kindOf(input)}`),
  v.regex(storable, 'holds characters that no database can store (NUL or half an emoji)'),
);

const isEmptyOrWrapping = (value: object): boolean => Object.keys(value).length === 0 || 'value' in value;

/** Unlike the browser, an import does not take what it cannot read for nothing: `{ "Value": 1 }` is a mistake. */
const unwrapStrictly = (raw: unknown): unknown =>
  typeof raw === 'object' && raw !== null && (Array.isArray(raw) || !isEmptyOrWrapping(raw))
    ? raw
    : unwrap(raw);

/** ERPs pad keys with spaces and send `{}` or '' for nothing. */
const readField = (raw: unknown): unknown => {
  const value = unwrapStrictly(raw);
  return typeof value === 'string' ? value.trim() || undefined : value;
};

/** A field that may be wrapped, plain, `{}`, empty, null or absent (specification section 3), before it is checked. */
export const field = v.pipe(v.optional(v.unknown(), null), v.transform(readField));

/** A field with text in it, or undefined where there is nothing. */
export const textField = v.pipe(field, v.optional(text));

/** A list, empty where there is nothing. */
export const listField = <const Item extends v.GenericSchema>(item: Item) =>
  v.pipe(
    field,
    v.optional(
      v.array(item, ({ input }) => `must be a list in [ ], not ${kindOf(input)}`),
      () => [],
    ),
  );

/** What a record says that is none. */
export const anObject = ({ input }: { input: unknown }) => `must be an object in { }, not ${kindOf(input)}`;
